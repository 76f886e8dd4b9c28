// Work on a stream of items in several threads, results in the stream's order, bounded memory.
//
//   ordered_parallel(1000, jobs, [](std::uint64_t i) { return render(i); },
//                    [&](std::string&& text) { file << text; });
//
// writes the same bytes for any number of jobs. Each item gets a ticket when it is taken off the
// stream; finished results wait for their turn, and nobody takes an item that is more than
// kLookahead * jobs tickets ahead of the one being consumed.
//
// An exception of any stage ends the work: everything before its item is consumed, then it is
// rethrown on the caller's thread; of several, the first in order. Results behind it are dropped.
#ifndef ASSAY_FUZZ_TARGETS_ORDERED_WORK_H_
#define ASSAY_FUZZ_TARGETS_ORDERED_WORK_H_

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "spec/bad_input.h"

namespace assay {

template <typename Item, typename Output>
struct OrderedStages {
  // The next item, nullopt at the end. On any thread, one call at a time, in order.
  std::function<std::optional<Item>()> next;

  // Makes what a worker works with, on that worker's thread and only once it has an item. It is
  // destroyed on the same thread.
  std::function<std::function<Output(Item&&)>()> start_worker;

  // On the caller's thread, in order.
  std::function<void(Output&&)> consume;
};

inline constexpr std::uint64_t kLookahead = 8;

namespace detail {

template <typename Item, typename Output>
class OrderedWork {
 public:
  OrderedWork(const OrderedStages<Item, Output>& stages, unsigned jobs)
      : stages_(stages), limit_(kLookahead * jobs) {}

  // A worker's thread.
  void work() {
    std::function<Output(Item &&)> make;
    while (std::optional<Ticket> ticket = take()) {
      Slot slot;
      try {
        if (ticket->failure) std::rethrow_exception(ticket->failure);
        if (!make) make = stages_.start_worker();
        slot = make(std::move(*ticket->item));
      } catch (...) {
        slot = std::current_exception();
      }
      put(ticket->number, std::move(slot));
    }
  }

  // The caller's thread.
  void consume_all() {
    while (std::optional<Slot> slot = turn()) {
      if (std::exception_ptr* failure = std::get_if<std::exception_ptr>(&*slot)) {
        std::rethrow_exception(*failure);
      }
      stages_.consume(std::move(std::get<Output>(*slot)));
      const std::lock_guard lock(mutex_);
      ++consumed_;
      changed_.notify_all();
    }
  }

  // No further items are taken.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

 private:
  using Slot = std::variant<std::monostate, Output, std::exception_ptr>;
  struct Ticket {
    std::uint64_t number = 0;
    std::optional<Item> item;
    std::exception_ptr failure;
  };

  std::optional<Ticket> take() {
    const std::lock_guard one_taker(taker_);
    Ticket ticket;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || taken_ - consumed_ < limit_; });
      if (ended_) return std::nullopt;
      ticket.number = taken_;
    }
    try {
      ticket.item = stages_.next();
    } catch (...) {
      ticket.failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (!ticket.item) {
      ended_ = true;
      changed_.notify_all();
      if (!ticket.failure) return std::nullopt;
    }
    ++taken_;
    return ticket;
  }

  void put(std::uint64_t number, Slot&& slot) {
    const std::lock_guard lock(mutex_);
    if (std::holds_alternative<std::exception_ptr>(slot)) ended_ = true;
    done_.emplace(number, std::move(slot));
    changed_.notify_all();
  }

  // Waits for the result whose turn it is; nullopt after the last.
  std::optional<Slot> turn() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return done_.contains(consumed_) || (ended_ && consumed_ == taken_); });
    const auto found = done_.find(consumed_);
    if (found == done_.end()) return std::nullopt;
    Slot slot = std::move(found->second);
    done_.erase(found);
    return slot;
  }

  const OrderedStages<Item, Output>& stages_;
  const std::uint64_t limit_;
  std::mutex taker_;  // before mutex_
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::uint64_t taken_ = 0;
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
  std::map<std::uint64_t, Slot> done_;
};

}  // namespace detail

// `jobs` is at least 1; with 1 everything happens on the caller's thread.
template <typename Item, typename Output>
void ordered_pipeline(unsigned jobs, const OrderedStages<Item, Output>& stages) {
  ASSAY_CHECK(jobs >= 1);
  if (jobs == 1) {
    std::function<Output(Item &&)> make;
    while (std::optional<Item> item = stages.next()) {
      if (!make) make = stages.start_worker();
      stages.consume(make(std::move(*item)));
    }
    return;
  }
  detail::OrderedWork<Item, Output> work(stages, jobs);
  std::vector<std::jthread> workers;
  struct EndBeforeJoin {  // whatever ends consume_all(), the workers must not go on
    detail::OrderedWork<Item, Output>& work;
    ~EndBeforeJoin() { work.end(); }
  } end{work};
  for (unsigned i = 0; i < jobs; ++i) workers.emplace_back([&work] { work.work(); });
  work.consume_all();
}

// consume(make(0)), consume(make(1)), ... consume(make(chunks - 1)), with make() in any thread.
inline void ordered_parallel(std::uint64_t chunks, unsigned jobs,
                             const std::function<std::string(std::uint64_t)>& make,
                             const std::function<void(std::string&&)>& consume) {
  std::uint64_t index = 0;
  OrderedStages<std::uint64_t, std::string> stages;
  stages.next = [&]() -> std::optional<std::uint64_t> {
    if (index == chunks) return std::nullopt;
    return index++;
  };
  stages.start_worker = [&]() -> std::function<std::string(std::uint64_t &&)> {
    return [&](std::uint64_t&& i) { return make(i); };
  };
  stages.consume = consume;
  ordered_pipeline(jobs, stages);
}

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_ORDERED_WORK_H_
