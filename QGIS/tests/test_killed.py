"""QGIS is killed in the middle of saving: the file is intact, and no saved edit is lost."""

import os
import random
import signal
import sqlite3
import threading
import time

import geosnap
import inner
from driving import Session, until

SEED = int(
    os.environ.get("GEOSNAP_QGIS_SEED")
    or (random.randrange(1 << 30) if os.environ.get("GEOSNAP_QGIS_EXTENT") == "long" else 28)
)
KILLS = 40 if os.environ.get("GEOSNAP_QGIS_EXTENT") == "long" else 5


class KilledTests(Session):
    def test_a_kill_leaves_the_file_as_before_or_after_a_step(self):
        print(f"seed {SEED}, {KILLS} kills", flush=True)
        generator = random.Random(SEED)
        path = self.copy()
        with geosnap.open(path) as net:
            known = net.feature_count
        told = 0
        within = 0
        for number in range(KILLS):
            lines = []
            process = inner.start(
                "inner_killed.py", self.folder, GEOSNAP_QGIS_KILLED=path, GEOSNAP_QGIS_SEED=str(SEED + number)
            )
            reader = threading.Thread(target=self.read, args=(process, lines))
            reader.start()
            wanted = generator.randrange(1, 8)
            until(
                lambda: lines.count("saving") >= wanted or process.poll() is not None, 120, "the other QGIS"
            )
            time.sleep(generator.uniform(0, 0.05))
            self.assertIsNone(process.poll(), "\n".join(lines))
            process.send_signal(signal.SIGKILL)
            process.wait()
            reader.join()
            saving, saved = lines.count("saving"), lines.count("saved")
            within += saving > saved
            told += lines.count("step")
            with geosnap.open(path) as net:
                steps = [step for step in net.history()["steps"] if not step["isUndone"]]
                self.assertEqual(net.validate().errors, [], f"seed {SEED}, kill {number}")
                self.assertGreaterEqual(len(steps), told, f"reported edits are in the file; seed {SEED}")
                # An edit that was being saved may be in the file without a report.
                self.assertLessEqual(len(steps), told + 1, f"seed {SEED}, kill {number}")
                told = len(steps)
                self.assertGreaterEqual(net.feature_count, known)
                known = net.feature_count
            connection = sqlite3.connect(path)
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            connection.close()
        print(f"{told} steps in the file, {within} of {KILLS} kills came while something was being saved", flush=True)
        self.assertGreater(within, 0, "no kill came in the middle of saving")

    def read(self, process, lines):
        for line in process.stdout:
            lines.append(line.strip())
