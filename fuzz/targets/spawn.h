// Starting `/bin/sh -c COMMAND` with pipes on its standard streams.
#ifndef ASSAY_FUZZ_TARGETS_SPAWN_H_
#define ASSAY_FUZZ_TARGETS_SPAWN_H_

#include <sys/types.h>

#include <string>

#include "spec/record/file_descriptor.h"

namespace assay {

// The caller's ends do not block, and no program started later inherits them.
struct SpawnedShell {
  pid_t pid = -1;  // also the id of the new process group that it leads
  FileDescriptor stdin_writer;
  FileDescriptor stdout_reader;
  FileDescriptor stderr_reader;
};

// Thread-safe. The caller reaps the child. BadInput: cannot-start.
SpawnedShell spawn_shell(const std::string& command);

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_SPAWN_H_
