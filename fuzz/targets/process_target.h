// A target that is a program of its own, reached through the protocol of protocol.h.
//
//   ProcessTarget target({.command = "my-emulator", .timeout = 10s});
//   Result r = target.run(a_case);
//
// Whatever the program does costs one case: when it exits, hangs, answers for another case or
// answers what cannot be read, the first unanswered case gets kCrash, kTimeout or kError with a
// detail that says what happened and what stderr said since the program was last idle, the program
// is started again and the cases behind it are sent again. A case that continues a chain (`after`)
// is given the state it means: after a restart the chain's earlier cases run again first, their
// answers thrown away; where that fails too it and the rest of its chain get kError.
//
// Three starts in a row that die before an answer (or that bring no hello) end it: BadInput
// target-dead instead of the third one's kCrash, and from every later call. Cases that kill the
// program can stand side by side, so the third of such starts is first asked a case that had been
// answered before, if there is one: an answer shows that the program lives.
#ifndef ASSAY_FUZZ_TARGETS_PROCESS_TARGET_H_
#define ASSAY_FUZZ_TARGETS_PROCESS_TARGET_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets/child_process.h"
#include "fuzz/targets/protocol.h"
#include "fuzz/targets/target.h"

namespace assay {

struct ProcessOptions {
  std::string command;                        // for /bin/sh -c
  std::chrono::milliseconds timeout{10'000};  // above 0; for the hello, and for each answer

  // Where given: once true, the program is killed and calls return early. Outlives the target.
  const std::atomic<bool>* stop = nullptr;
};

class ProcessTarget final : public Target {
 public:
  // Starts the program. BadInput: no-hello, cannot-start.
  explicit ProcessTarget(ProcessOptions options);

  // Says bye and gives the program a second to exit. Its exit code is not looked at.
  ~ProcessTarget() override;

  TargetInfo info() const override { return hello_.target; }

  // Stopped before the answer: kError.
  Result run(const Case& c) override;

  // The results in the order of the cases, up to window() requests being in flight. Returns
  // early, with fewer results, when the stop flag is set or the sink returns false.
  using Sink = std::function<bool(Result&&)>;
  void run_all(std::span<const Case* const> cases, const Sink& sink);

  // As the last hello allows it.
  std::uint32_t window() const { return hello_.window; }

 private:
  struct Request {
    std::string id, after, line;
  };
  struct Reply {
    Result result;
    bool valid = false;  // a result of the program, not one made here
  };

  std::optional<Reply> reply_to_first(const std::deque<Request>& waiting, std::size_t& sent);
  bool restore_chain();
  Reply not_run(const Request& request) const;
  bool continues_chain(const Request& request) const;
  void remember(Request&& request);

  void start();
  [[noreturn]] void no_hello(const std::string& why);
  bool ensure_started();
  void prove_alive();
  [[noreturn]] void target_dead() const;
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  std::optional<Reply> ask(const Request& request);
  std::optional<Reply> await_reply(const Request& request);
  Reply read_result(const Request& request, std::string_view line);
  Reply lose_child(const Request& request, Status status, const std::string& what);
  static Reply failed_reply(const Request& request, Status status, const std::string& detail);
  std::string end_child(const std::string& what);

  ProcessOptions options_;
  Hello hello_;
  std::optional<ChildProcess> child_;
  bool answered_ = false;              // this start has answered a case
  unsigned deaths_ = 0;                // starts in a row that died before an answer
  std::string last_trouble_;           // of the last start that ended
  std::optional<Request> known_good_;  // was answered, and needs no state

  // The chain that the last case belongs to, that case included, in order.
  std::vector<Request> chain_;
  bool chain_on_child_ = false;  // this start has run all of it
  bool chain_lost_ = false;      // it could not be run again, because of chain_trouble_
  std::string chain_trouble_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_PROCESS_TARGET_H_
