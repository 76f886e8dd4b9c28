// The tables of kinds that make up the catalogue, one for each source.
#ifndef ASSAY_ORACLE_FAULTS_TABLES_H_
#define ASSAY_ORACLE_FAULTS_TABLES_H_

#include <span>

#include "oracle/faults/fault.h"

namespace assay::faults {

using Table = std::span<const FaultKind>;

// Written once for every op that has what they are about.
Table index_faults();
Table base_faults();
Table mask_faults();
Table mask_register_faults();
Table stride_faults();
Table count_faults();
Table repeat_faults();
Table memory_faults();
Table value_faults();
Table register_faults();
Table core_faults();
Table pointer_faults();
Table refusal_faults();

// About one op.
Table gather_faults();
Table gather_datablock_faults();
Table copy_faults();
Table upsample_faults();
Table reduce_faults();

}  // namespace assay::faults

#endif  // ASSAY_ORACLE_FAULTS_TABLES_H_
