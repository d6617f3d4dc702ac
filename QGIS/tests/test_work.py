"""Work in the background: it is done once, even if QGIS loses the task."""

import threading

import driving
from driving import Session, until
from geosnap_qgis.kernel import work
from qgis.core import QgsApplication


class WorkTests(Session):
    def test_it_is_done_on_another_thread(self):
        answers = []
        work.run("It", lambda tell: threading.current_thread(), answers.append, answers.append)
        until(lambda: answers, 10, "an answer")
        self.assertIsNot(answers[0], threading.current_thread())

    def test_what_is_raised_is_told(self):
        errors = []

        def fail(tell):
            raise ValueError("no")

        work.run("It", fail, self.fail, errors.append)
        until(lambda: errors, 10, "an error")
        self.assertEqual(str(errors[0]), "no")

    def test_it_can_be_cancelled(self):
        begun, errors = threading.Event(), []

        def go_on(tell):
            begun.set()
            while True:
                tell(0.5)

        running = work.run("It", go_on, self.fail, errors.append)
        until(begun.is_set, 10, "its begin")
        running.cancel()
        until(lambda: errors, 10, "its end")
        self.assertIsInstance(errors[0], work.Cancelled)

    def test_what_is_lost_begins_again(self):
        answers, times = [], []
        # As QGIS loses it: it waits, and is never given a thread.
        lost = work.Work("Lost", lambda tell: times.append(1) or "found", answers.append, answers.append)
        work._running.add(lost)
        work._watch()
        until(lambda: answers, 20, "an answer all the same")
        self.assertEqual(answers, ["found"])
        # It is done once, even if a thread runs it later.
        self.assertFalse(lost.run())
        lost.finished(False)
        self.assertEqual((answers, times), (["found"], [1]))
        self.assertFalse(work.is_running())

    def test_what_begins_again_can_be_cancelled_by_who_began_it(self):
        begun, errors = threading.Event(), []

        def go_on(tell):
            begun.set()
            while True:
                tell(0.5)

        lost = work.Work("Lost", go_on, self.fail, errors.append)
        work._running.add(lost)
        work._watch()
        until(begun.is_set, 20, "its begin")
        lost.cancel()
        until(lambda: errors, 10, "its end")
        self.assertIsInstance(errors[0], work.Cancelled)

    def test_what_is_begun_by_an_end_can_be_cancelled_at_once(self):
        errors = []
        work.run("It", lambda tell: None, lambda _: work.run(
            "Another", lambda tell: None, lambda _: self.fail(), errors.append
        ).cancel())
        until(lambda: errors, 10, "its end")
        self.assertIsInstance(errors[0], work.Cancelled)
        driving.wait_for_tasks()
        self.assertEqual(len(errors), 1)

    def test_many_at_once_are_all_done(self):
        answers = []
        for number in range(400):
            # Each starts another one when it ends.
            work.run("It", lambda tell, number=number: number, lambda number: work.run(
                "Another", lambda tell: number, answers.append
            ))
        until(lambda: len(answers) == 400, 60, "all answers")
        self.assertEqual(sorted(answers), list(range(400)))
        driving.wait_for_tasks()
        self.assertEqual(QgsApplication.taskManager().countActiveTasks(), 0)
