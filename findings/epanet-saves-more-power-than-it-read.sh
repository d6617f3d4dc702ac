#!/usr/bin/env bash
# EPANET 2.3.5 (in owa-epanet 2.3.5): EN_saveinpfile writes the power of a constant-power pump in horsepower into a file whose
# flow unit is metric, where it is read as kilowatts: 5 becomes 6.7051, and each save adds a third. EN_getlinkvalue gives the
# same number. With PRESSURE KPA, the coefficients of emitters become smaller by the root of 9.8. The limit of a rule on
# FILLTIME, in hours, is written as 3:00:00, and EPANET itself refuses that (error 200). EPANET 2.2 (in WNTR 1.5.0) writes the
# power and the coefficient as they were, and the rule in the same way.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check owa-epanet==2.3.5 wntr==1.5.0 six==1.17.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import contextlib
import io
import pathlib

from epanet import toolkit

with contextlib.redirect_stdout(io.StringIO()):
    import wntr.epanet.toolkit

INP = """[JUNCTIONS]
J 10 5
[RESERVOIRS]
R 60
[TANKS]
T 50 5 0 20 20 0
[PUMPS]
PU R J POWER 5
[PIPES]
P J T 1000 200 100
[EMITTERS]
J 0.5
{}
[OPTIONS]
UNITS LPS
PRESSURE KPA
HEADLOSS H-W
[COORDINATES]
R 0 0
J 1 0
T 2 0
[END]
"""
RULE = "[RULES]\nRULE 1\nIF TANK T FILLTIME > 3\nTHEN PIPE P STATUS IS CLOSED"


def saved_by_2_3(file, target):
    project = toolkit.createproject()
    try:
        toolkit.open(project, file, "report.rpt", "")
        toolkit.saveinpfile(project, target)
        return target
    except Exception as error:
        return str(error)
    finally:
        toolkit.close(project)
        toolkit.deleteproject(project)


def saved_by_2_2(file, target):
    engine = wntr.epanet.toolkit.ENepanet(version=2.2)
    engine.ENopen(file, "report.rpt", "report.bin")
    engine.ENsaveinpfile(target)
    engine.ENclose()


def seen(file):
    rows = [row.split() for row in pathlib.Path(file).read_text().splitlines()]
    power = next(row[-1] for row in rows if row[:1] == ["PU"])
    emitter = next(row[-1] for row in rows[rows.index(["[EMITTERS]"]) :] if row[:1] == ["J"])
    rule = [row[-1] for row in rows if "FILLTIME" in row]
    return f"power {power}, emitter {emitter}" + "".join(", fill time " + of for of in rule)


pathlib.Path("plain.inp").write_text(INP.format(""))
pathlib.Path("rule.inp").write_text(INP.format(RULE))
saved_by_2_2("rule.inp", "old.inp")
print("2.2:", seen("old.inp"))
print("2.3:", seen(saved_by_2_3("rule.inp", "new.inp")))
print("2.3, twice:", seen(saved_by_2_3(saved_by_2_3("plain.inp", "once.inp"), "twice.inp")))
print("2.3, its rule read back:", saved_by_2_3("new.inp", "again.inp"))
PYTHON
)
echo "$told"
[[ $told == "2.2: power 5.0000, emitter 0.500000, fill time 3:00:00
2.3: power 6.7051, emitter 0.159704, fill time 3:00:00
2.3, twice: power 8.9917, emitter 0.051011
2.3, its rule read back: Error 200: one or more errors in input file" ]] || {
  echo "This has changed." >&2
  exit 1
}
