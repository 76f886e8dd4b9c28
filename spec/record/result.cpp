#include "spec/record/result.h"

namespace assay {

std::string_view to_text(Status status) {
  switch (status) {
    case Status::kOk: return "ok";
    case Status::kRejected: return "rejected";
    case Status::kUnsupported: return "unsupported";
    case Status::kCrash: return "crash";
    case Status::kTimeout: return "timeout";
    case Status::kError: return "error";
  }
  return "";
}

std::optional<Status> status_from_text(std::string_view text) {
  for (Status s : {Status::kOk, Status::kRejected, Status::kUnsupported, Status::kCrash,
                   Status::kTimeout, Status::kError}) {
    if (to_text(s) == text) return s;
  }
  return std::nullopt;
}

}  // namespace assay
