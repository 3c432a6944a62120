"""Open stores with the Zarr driver of the GDAL that a wheel of rasterio brings, and read the first element."""

from __future__ import annotations

import ctypes
from importlib.metadata import files, version
from typing import Any

import loop
import rasterio  # loads what the library needs

(LIBRARY,) = [file for file in files("rasterio") or [] if file.name.startswith("libgdal-")]
GDAL = ctypes.CDLL(str(LIBRARY.locate()))
HANDLE, TEXT, TEXTS = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p)
MULTIDIMENSIONAL, FAILURE = 0x10, 3


def _call(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(GDAL, name)
    function.restype = result
    return function(*arguments)


def _failed() -> RuntimeError:
    return RuntimeError(_call("CPLGetLastErrorMsg", TEXT).decode() or "no reason given")


def _handle(name: str, *arguments: Any) -> ctypes.c_void_p:
    _call("CPLErrorReset", None)
    value = _call(name, HANDLE, *arguments)
    if not value:
        raise _failed()
    return HANDLE(value)


def opened(folder: str, kind: str) -> object:
    """Open the node of a store."""
    drivers = (TEXT * 2)(b"Zarr", None)
    data = _handle("GDALOpenEx", folder.encode(), MULTIDIMENSIONAL, drivers, None, None)
    root = _handle("GDALDatasetGetRootGroup", data)
    if kind == "group":
        return root
    names = _call("GDALGroupGetMDArrayNames", TEXTS, root, None)
    if not names or not names[0]:
        raise RuntimeError("no array is listed")
    array = _handle("GDALGroupOpenMDArray", root, TEXT(names[0]), None)
    rank = _call("GDALMDArrayGetDimensionCount", ctypes.c_size_t, array)
    if _call("GDALMDArrayGetTotalElementsCount", ctypes.c_uint64, array) == 0:
        return None
    element = _handle("GDALMDArrayGetDataType", array)
    buffer = ctypes.create_string_buffer(_call("GDALExtendedDataTypeGetSize", ctypes.c_size_t, element))
    start, count = (ctypes.c_uint64 * rank)(), (ctypes.c_size_t * rank)(*[1] * rank)
    _call("CPLErrorReset", None)
    if not _call("GDALMDArrayRead", ctypes.c_int, array, start, count, None, None, element, buffer, None, HANDLE(0)):
        raise _failed()
    return buffer


_call("CPLSetErrorHandler", HANDLE, ctypes.cast(GDAL.CPLQuietErrorHandler, HANDLE))
_call("GDALAllRegister", None)
loop.run(f"GDAL {rasterio.__gdal_version__} (rasterio {version('rasterio')})", opened)
