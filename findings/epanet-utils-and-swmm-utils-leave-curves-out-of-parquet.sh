#!/usr/bin/env bash
# epanet-utils 0.3.2 and swmm-utils 1.5.0: to_parquet writes only sections that are lists. Curves and patterns are kept as
# dictionaries, and are left out without a message; swmm-utils leaves out options, time series and the report as well. The pumps
# that need a curve are written, so that the network can no longer be run. Both readmes show Parquet as a format between which and
# the others a network can be converted, and epanet-utils an example that goes through a folder of Parquet and back.
# Seen: the lines below, with the sections read from the file of the engine and from Parquet.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epanet-utils==0.3.2 swmm-utils==1.5.0 pandas==3.1.1 \
  pyarrow==26.0.1
cd "$place"
cat >water.inp <<'INP'
[JUNCTIONS]
A 10 5 day
[RESERVOIRS]
R 5
[PUMPS]
P R A HEAD lift
[PATTERNS]
day 1 2 3
[CURVES]
lift 10 20
[OPTIONS]
UNITS LPS
[END]
INP
cat >storm.inp <<'INP'
[OPTIONS]
FLOW_UNITS CMS
[JUNCTIONS]
A 10 3
[OUTFALLS]
O 5 FREE
[PUMPS]
P A O lift ON
[CURVES]
lift PUMP3 0 0.2 5 0
[INFLOWS]
A FLOW rain
[TIMESERIES]
rain 0:00 0.1
[PATTERNS]
day DAILY 1 1 1 1 1 1 1
[REPORT]
NODES ALL
INP
told=$(python/bin/python - <<'PYTHON'
from epanet_utils import EpanetInput, EpanetInputDecoder
from swmm_utils import SwmmInput, SwmmInputDecoder

for file, reader, decoder in (("water", EpanetInput, EpanetInputDecoder), ("storm", SwmmInput, SwmmInputDecoder)):
    before = decoder().decode_file(f"{file}.inp")
    reader(f"{file}.inp").to_parquet(f"{file}.parquet", single_file=True)
    reader(f"{file}.inp").to_parquet(f"{file}-folder", single_file=False)
    for after in (decoder().decode_parquet(f"{file}.parquet"), decoder().decode_parquet(f"{file}-folder")):
        print(file, "kept:", *sorted(set(before) & set(after)), "- lost:", *sorted(set(before) - set(after)))
PYTHON
)
echo "$told"
[[ $told == "water kept: junctions metadata options pumps reservoirs - lost: curves patterns
water kept: junctions metadata options pumps reservoirs - lost: curves patterns
storm kept: inflows junctions outfalls pumps - lost: curves options patterns report timeseries
storm kept: inflows junctions outfalls pumps - lost: curves options patterns report timeseries" ]] || {
  echo "This has changed." >&2
  exit 1
}
