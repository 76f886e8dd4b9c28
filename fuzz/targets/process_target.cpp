#include "fuzz/targets/process_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "fuzz/targets/run_options.h"
#include "spec/bad_input.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

using Clock = ChildProcess::Clock;
using Event = ChildProcess::Event;

constexpr unsigned kMaxDeaths = 3;
constexpr std::chrono::milliseconds kByeTime{1000};

}  // namespace

ProcessTarget::ProcessTarget(ProcessOptions options) : options_(std::move(options)) {
  options_.timeout = std::min(options_.timeout, kLongestTimeout);
  start();
}

ProcessTarget::~ProcessTarget() {
  if (!child_) return;
  child_->send(bye_request());
  child_->close_stdin();
  child_->wait_exit(Clock::now() + kByeTime);
}

Result ProcessTarget::run(const Case& c) {
  Result result;
  result.id = c.id;
  result.status = Status::kError;
  result.detail = "stopped before its answer";
  const Case* one = &c;
  run_all({&one, 1}, [&](Result&& r) {
    result = std::move(r);
    return true;
  });
  return result;
}

void ProcessTarget::run_all(std::span<const Case* const> cases, const Sink& sink) {
  std::deque<Request> waiting;  // the first of them is the first unanswered
  std::size_t sent = 0;         // how many of them the child has been sent
  std::size_t next = 0;
  for (;;) {
    while (next < cases.size() && waiting.size() < hello_.window) {
      const Case& c = *cases[next++];
      waiting.push_back({c.id, c.after, run_request(c)});
    }
    if (waiting.empty()) return;
    std::optional<Reply> reply = reply_to_first(waiting, sent);
    if (!reply) return;
    sent = reply->valid ? sent - 1 : 0;
    if (reply->valid && !known_good_ && waiting[0].after.empty()) known_good_ = waiting[0];
    remember(std::move(waiting[0]));
    waiting.pop_front();
    if (!sink(std::move(reply->result))) {
      if (sent > 0) child_.reset();  // its answers would be taken for those of the next call
      return;
    }
  }
}

// nullopt: stopped, and there is no child.
std::optional<ProcessTarget::Reply> ProcessTarget::reply_to_first(
    const std::deque<Request>& waiting, std::size_t& sent) {
  const Request& first = waiting[0];
  const bool in_chain = continues_chain(first);
  if (in_chain && chain_lost_) return not_run(first);
  if (!ensure_started()) return std::nullopt;
  if (in_chain && !chain_on_child_) {
    if (!restore_chain()) return std::nullopt;
    if (chain_lost_) return not_run(first);
  }
  // What is said while requests are in flight cannot be told apart, and is kept for the case that
  // may die of it.
  if (sent == 0) child_->forget_stderr();
  const std::size_t window = std::min<std::size_t>(waiting.size(), hello_.window);
  while (sent < window) child_->send(waiting[sent++].line);
  return await_reply(first);
}

// Runs the chain again on the new child, or notes that it is lost. False: stopped.
bool ProcessTarget::restore_chain() {
  for (const Request& earlier : chain_) {
    const std::optional<Reply> reply = ask(earlier);
    if (!reply) return false;
    if (!reply->valid) {
      chain_lost_ = true;
      chain_trouble_ = fmt::format("not run: case {} has to run before it, and again gave: {}",
                                   earlier.id, reply->result.detail);
      return true;
    }
  }
  chain_on_child_ = true;
  return true;
}

ProcessTarget::Reply ProcessTarget::not_run(const Request& request) const {
  return failed_reply(request, Status::kError, chain_trouble_);
}

bool ProcessTarget::continues_chain(const Request& request) const {
  return !request.after.empty() && !chain_.empty() && chain_.back().id == request.after;
}

void ProcessTarget::remember(Request&& request) {
  if (!continues_chain(request)) {
    chain_.clear();
    chain_lost_ = false;
    chain_on_child_ = true;  // until the next start
  }
  chain_.push_back(std::move(request));
}

// BadInput: no-hello, cannot-start. Without a child afterwards: stopped.
void ProcessTarget::start() {
  child_.emplace(options_.command, options_.stop);
  answered_ = false;
  chain_on_child_ = false;
  child_->send(hello_request());
  std::string line;
  switch (child_->read_line(line, Clock::now() + options_.timeout)) {
    case Event::kLine: try { hello_ = parse_hello(line);
      } catch (const BadInput& e) {
        no_hello(e.message);
      }
      return;
    case Event::kEnd: no_hello("it ended without a hello");
    case Event::kTimeout: no_hello(fmt::format("no hello within {} ms", options_.timeout.count()));
    case Event::kTooLong: no_hello("a line of more than 16 MiB instead of a hello");
    case Event::kStopped: child_.reset();
  }
}

void ProcessTarget::no_hello(const std::string& why) {
  const std::string what = end_child(why);
  throw BadInput("", "", "no-hello", fmt::format("target `{}`: {}", options_.command, what),
                 R"(start it by hand and give it the line {"hello":{"protocol":1}})");
}

// False: stopped, and there is no child.
bool ProcessTarget::ensure_started() {
  while (!child_) {
    if (is_stopped()) return false;
    if (deaths_ >= kMaxDeaths) target_dead();
    try {
      start();
    } catch (const BadInput& e) {
      ++deaths_;
      last_trouble_ = e.message;
      continue;
    }
    if (child_ && deaths_ + 1 == kMaxDeaths && known_good_) prove_alive();
  }
  return true;
}

// The last start that is allowed gets a question that is known to have an answer.
void ProcessTarget::prove_alive() {
  const std::optional<Reply> reply = ask(*known_good_);
  if (!reply || reply->valid) return;
  deaths_ = kMaxDeaths;
  target_dead();
}

void ProcessTarget::target_dead() const {
  throw BadInput("", "", "target-dead",
                 fmt::format("target `{}` died {} times in a row before an answer, at last: {}",
                             options_.command, kMaxDeaths, last_trouble_),
                 "see what it needs to run, then go on with --resume");
}

std::optional<ProcessTarget::Reply> ProcessTarget::ask(const Request& request) {
  child_->forget_stderr();
  child_->send(request.line);
  return await_reply(request);
}

// nullopt: stopped. There is a child afterwards only if the reply is valid.
std::optional<ProcessTarget::Reply> ProcessTarget::await_reply(const Request& request) {
  std::string line;
  switch (child_->read_line(line, Clock::now() + options_.timeout)) {
    case Event::kLine: return read_result(request, line);
    case Event::kEnd: return lose_child(request, Status::kCrash, "it ended without an answer");
    case Event::kTimeout:
      return lose_child(request, Status::kTimeout,
                        fmt::format("no answer within {} ms", options_.timeout.count()));
    case Event::kTooLong:
      return lose_child(request, Status::kError, "an answer of more than 16 MiB");
    case Event::kStopped: break;
  }
  child_.reset();
  return std::nullopt;
}

ProcessTarget::Reply ProcessTarget::read_result(const Request& request, std::string_view line) {
  Result result;
  try {
    result = parse_result(line);
  } catch (const BadInput& e) {
    return lose_child(
        request, Status::kError,
        fmt::format("an answer that cannot be read ({}): {}", e.message, excerpt(line)));
  }
  if (result.id != request.id) {
    return lose_child(request, Status::kError,
                      fmt::format("an answer for another case: {}", excerpt(line)));
  }
  answered_ = true;
  deaths_ = 0;
  return {std::move(result), true};
}

// The program has died or is no longer to be trusted: ends it and blames the request.
ProcessTarget::Reply ProcessTarget::lose_child(const Request& request, Status status,
                                               const std::string& what) {
  last_trouble_ = end_child(what);
  if (!answered_) deaths_ = status == Status::kCrash ? deaths_ + 1 : 0;
  if (deaths_ >= kMaxDeaths) target_dead();
  return failed_reply(request, status, last_trouble_);
}

ProcessTarget::Reply ProcessTarget::failed_reply(const Request& request, Status status,
                                                 const std::string& detail) {
  Reply reply;
  reply.result.id = request.id;
  reply.result.status = status;
  reply.result.detail = detail;
  return reply;
}

// What happened, how the program ended, and the last it said on stderr.
std::string ProcessTarget::end_child(const std::string& what) {
  child_->kill();
  std::string text = what;
  if (const std::string fate = child_->fate(); !fate.empty()) text += fmt::format(" ({})", fate);
  std::string_view said = child_->stderr_tail();
  while (said.ends_with('\n')) said.remove_suffix(1);
  if (!said.empty()) text += fmt::format("; stderr: {}", said);
  child_.reset();
  return text;
}

}  // namespace assay
