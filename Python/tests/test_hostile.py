"""Invalid arguments: an exception with a message, never a crash."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import geosnap
from geosnap import _library

CALLS = int(os.environ.get("GEOSNAP_CALLS_HOSTILE", "400"))
hostile = settings(
    max_examples=CALLS,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
numbers = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True), st.integers(-(10**6), 10**6), st.booleans(), st.none(),
    st.text(max_size=5), st.binary(max_size=5), st.complex_numbers(),
)
arrays = st.one_of(
    numbers,
    st.lists(numbers, max_size=6),
    st.lists(st.lists(st.floats(), max_size=3), max_size=3),
    st.builds(
        lambda values, dtype, step: np.array(values, dtype=dtype)[::step],
        st.lists(st.integers(0, 100), max_size=9),
        st.sampled_from(["f4", "f8", ">f8", "i1", "u8", "i4", "O", "S3", "M8[s]", "?"]),
        st.sampled_from([1, 2, -1]),
    ),
)
words = st.one_of(
    st.text(max_size=12),
    st.sampled_from([
        "--at", "--json", "-", "--", "", "0,0", "nan,inf", "--tolerance", "1e999", "-1", "show", "trace", "edit",
        "--type", "upstream", "--start", "row:PipelineLine/12", "origin:", "--help", "\u0000", "\ud800", "--output",
        "/nowhere/x", "--image", "find", "validate", "--extent", "1,1,0,0",
    ]),
)
ALLOWED = (geosnap.GeoSnapError, TypeError, ValueError, OverflowError)


def asks(function):
    """Whether a call is answered, or refused with a message."""
    try:
        function()
    except ALLOWED as error:
        assert str(error)


@hostile
@given(x=arrays, y=arrays, tolerance=numbers, sources=st.one_of(st.none(), st.lists(words, max_size=3)),
       limit=st.one_of(st.none(), st.integers(-5, 2**70)), threads=st.integers(-3, 2**40))
def test_identify(net, x, y, tolerance, sources, limit, threads):
    asks(lambda: len(net.identify(x, y, tolerance=tolerance, sources=sources, limit=limit, threads=threads)))


@hostile
@given(x=arrays, y=arrays, tolerance=numbers, asset_type=st.one_of(st.none(), words), role=st.one_of(st.none(), words),
       threads=st.integers(-3, 3))
def test_snap(net, x, y, tolerance, asset_type, role, threads):
    asks(
        lambda: net.snap(
            x, y, tolerance=tolerance, asset_type=asset_type, role=role, threads=threads
        ).to_dataframe()
    )


@hostile
@given(features=st.lists(st.tuples(st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1)), max_size=4),
       which=words)
def test_features(net, features, which):
    given = np.array(features, dtype=_library.feature_dtype)
    asks(lambda: net.describe(given))
    asks(lambda: net.geometries(given))
    asks(lambda: net.texts(given, which))


@hostile
@given(extent=st.one_of(st.lists(st.floats(), max_size=6), words))
def test_extents(net, extent):
    asks(lambda: net.associations(extent=extent))
    asks(lambda: geosnap.open(net.path, extent=extent))


@hostile
@given(name=words)
def test_names(net, name):
    asks(lambda: net.named(name))
    asks(lambda: net.show(name))
    asks(lambda: geosnap.open(name))


@hostile
@given(given_words=st.lists(words, max_size=6), input=st.one_of(st.text(max_size=40), st.binary(max_size=40)))
def test_verbs(net, tmp_path, given_words, input):
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        asks(lambda: net.ask(*given_words, input=input))
        asks(lambda: geosnap.ask(*given_words, input=input))
    finally:
        os.chdir(here)


@hostile
@given(kind=words, start=st.one_of(st.none(), words, st.lists(words, max_size=2)), functions=st.lists(words, max_size=2))
def test_traces(net, kind, start, functions):
    asks(lambda: net.trace(kind, start=start, functions=functions))


def test_a_closed_network_is_refused():
    from conftest import SAMPLE

    closed = geosnap.open(SAMPLE)
    hits = closed.identify(417831.99, 5367587.99, tolerance=3)
    closed.close()
    assert len(hits.distance) == 2
    for ask in (
        lambda: closed.identify(0, 0, tolerance=1), lambda: closed.snap(0, 0, tolerance=1),
        lambda: closed.trace("connected", start="a"), lambda: closed.info(), lambda: closed.refresh(),
        lambda: closed.named("a"), lambda: closed.associations(extent=(0, 0, 1, 1)), lambda: hits.to_dataframe(),
    ):
        with pytest.raises(geosnap.GeoSnapError):
            ask()


def test_null_pointers_are_refused():
    ffi, lib = _library.ffi, _library.lib
    null = ffi.NULL
    empty = ffi.new("geosnap_text *")[0]
    calls = {
        "geosnap_open": (empty, null, null), "geosnap_refresh": (null, null), "geosnap_summarize": (null, null),
        "geosnap_table_name": (null, 0, null), "geosnap_features_named": (null, empty, null),
        "geosnap_describe": (null, null, 3, null), "geosnap_texts": (null, null, 1, 0, null),
        "geosnap_geometries": (null, null, 1, null), "geosnap_identify": (null, null, null, 5, null, null),
        "geosnap_snapper_make": (null, null, 2, null), "geosnap_snap": (null, null, null, 1, null, null),
        "geosnap_associations_in": (null, null, null),
        "geosnap_trace_document": (null, null),
        "geosnap_trace_run": (null, null, 1, null, null, null),
        "geosnap_ask": (null, null, 1, empty, null, null, null),
    }
    for name, arguments in calls.items():
        error = ffi.new("geosnap_error **")
        assert getattr(lib, name)(*arguments, error) == 64, name
        assert _library.text(error[0].message), name
        lib.geosnap_error_free(error[0])
        # Without a place for the error, the status is enough.
        assert getattr(lib, name)(*arguments, null) == 64, name
    for name in (
        "geosnap_error_free", "geosnap_close", "geosnap_features_free", "geosnap_strings_free", "geosnap_hits_free",
        "geosnap_snapper_free", "geosnap_snaps_free", "geosnap_associations_free", "geosnap_trace_free",
        "geosnap_reply_free",
    ):
        getattr(lib, name)(null)
