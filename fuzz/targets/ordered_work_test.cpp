#include "fuzz/targets/ordered_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>

namespace assay {
namespace {

using namespace std::chrono_literals;

// Later chunks of a group of eight are done sooner.
void finish_out_of_order(std::uint64_t i) { std::this_thread::sleep_for(100us * (8 - i % 8)); }

std::string joined(std::uint64_t chunks, unsigned jobs) {
  std::string all;
  ordered_parallel(
      chunks, jobs,
      [](std::uint64_t i) {
        finish_out_of_order(i);
        return std::to_string(i) + "\n";
      },
      [&](std::string&& text) { all += text; });
  return all;
}

TEST(OrderedWork, ConsumesInOrderForAnyNumberOfJobs) {
  const std::string alone = joined(200, 1);
  EXPECT_EQ(alone.substr(0, 8), "0\n1\n2\n3\n");
  for (unsigned jobs : {2u, 4u, 9u}) EXPECT_EQ(joined(200, jobs), alone) << jobs;
}

TEST(OrderedWork, NoChunksIsNoWork) {
  EXPECT_EQ(joined(0, 1), "");
  EXPECT_EQ(joined(0, 4), "");
}

TEST(OrderedWork, TheFirstFailureInOrderIsRethrownAfterWhatStandsBeforeIt) {
  for (unsigned jobs : {1u, 4u}) {
    std::string consumed;
    const auto run = [&] {
      ordered_parallel(
          100, jobs,
          [](std::uint64_t i) -> std::string {
            finish_out_of_order(i);
            if (i == 5 || i == 7) throw std::runtime_error("chunk " + std::to_string(i));
            return std::to_string(i);
          },
          [&](std::string&& text) { consumed += text; });
    };
    try {
      run();
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "chunk 5");
    }
    EXPECT_EQ(consumed, "01234");
  }
}

TEST(OrderedWork, AFailingConsumerEndsTheWork) {
  for (unsigned jobs : {1u, 4u}) {
    std::atomic<std::uint64_t> made = 0;
    const auto run = [&] {
      ordered_parallel(
          1'000'000, jobs, [&](std::uint64_t) { return std::string(made++, 'x').substr(0, 1); },
          [](std::string&&) { throw std::runtime_error("disk full"); });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_LE(made, kLookahead * jobs + jobs);
  }
}

TEST(OrderedWork, NobodyRunsFarAheadOfASlowItem) {
  constexpr unsigned kJobs = 4;
  std::atomic<std::uint64_t> newest = 0;
  std::atomic<bool> too_far = false;
  std::uint64_t oldest = 0;
  ordered_parallel(
      400, kJobs,
      [&](std::uint64_t i) {
        newest = std::max(newest.load(), i);
        if (i == 0) std::this_thread::sleep_for(50ms);
        return std::string();
      },
      [&](std::string&&) {
        if (newest >= oldest + kLookahead * kJobs + kJobs) too_far = true;
        ++oldest;
      });
  EXPECT_FALSE(too_far);
  EXPECT_EQ(oldest, 400u);
}

// A stream whose end is only known at its end, with a thing that belongs to one thread.
TEST(OrderedWork, AWorkersThingLivesAndDiesOnItsThread) {
  struct Thing {
    std::thread::id home = std::this_thread::get_id();
    std::atomic<int>& wrong;
    explicit Thing(std::atomic<int>& w) : wrong(w) {}
    ~Thing() { check(); }
    void check() const {
      if (std::this_thread::get_id() != home) ++wrong;
    }
  };
  for (unsigned jobs : {1u, 3u}) {
    std::atomic<int> wrong = 0, things = 0;
    int left = 100;
    std::vector<int> consumed;
    OrderedStages<int, int> stages;
    stages.next = [&]() -> std::optional<int> {
      if (left == 0) return std::nullopt;
      return left--;
    };
    stages.start_worker = [&]() -> std::function<int(int&&)> {
      ++things;
      return [thing = std::make_shared<Thing>(wrong)](int&& i) {
        thing->check();
        return 2 * i;
      };
    };
    stages.consume = [&](int&& i) { consumed.push_back(i); };
    ordered_pipeline(jobs, stages);
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(things, static_cast<int>(jobs));
    ASSERT_EQ(consumed.size(), 100u);
    EXPECT_EQ(consumed.front(), 200);
    EXPECT_EQ(consumed.back(), 2);
  }
}

TEST(OrderedWork, AFailingStreamOrWorkerIsRethrownInItsPlace) {
  for (unsigned jobs : {1u, 4u}) {
    for (bool in_worker : {false, true}) {
      int given = 0, consumed = 0;
      OrderedStages<int, int> stages;
      stages.next = [&]() -> std::optional<int> {
        if (given == 3 && !in_worker) throw std::runtime_error("line 4");
        return given++;
      };
      stages.start_worker = [&]() -> std::function<int(int&&)> {
        if (in_worker) throw std::runtime_error("no hello");
        return [](int&& i) { return i; };
      };
      stages.consume = [&](int&&) { ++consumed; };
      EXPECT_THROW(ordered_pipeline(jobs, stages), std::runtime_error);
      EXPECT_EQ(consumed, in_worker ? 0 : 3);
    }
  }
}

}  // namespace
}  // namespace assay
