// tier: slow. The emulator and the oracle on many cases of every cell.
#include "fuzz/test_agreement.h"

namespace assay {
namespace {

TEST(DifferentialSlow, TheEmulatorPassesRandomCasesOfEveryCell) { expect_agreement(500); }

}  // namespace
}  // namespace assay
