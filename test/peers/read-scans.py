"""Reads scans with biip (pip install biip): a JSON text on each line of the input, a JSON object on each of the output."""

import json
import sys

from biip import ParseError, parse
from biip.gs1_messages import GS1Message


def decode(element):
    if element.datetime is not None:
        seconds = "seconds" if element.ai.ai == "8008" and len(element.value) == 12 else "minutes"
        return element.datetime.isoformat(timespec=seconds)
    if element.date is not None:
        return element.date.isoformat()
    if element.decimal is not None:
        decimal = format(element.decimal, "f")
        return f"{element.pattern_groups[0]} {decimal}" if element.ai.ai[:3] in ("391", "393") else decimal
    return element.value


def describe(element_strings):
    elements, repeated = {}, False
    for element in element_strings:
        if element.gtin_error or element.sscc_error:
            return {"refused": element.gtin_error or element.sscc_error}
        ai, value = element.ai.ai, decode(element)
        repeated = repeated or elements.get(ai, value) != value
        elements[ai] = value
    return {"elements": elements, "repeated": repeated}


def read(kind, text):
    if kind == "bracketed":
        return describe(GS1Message.parse_hri(text).element_strings)
    result = parse(text)
    found = {"gtins": sorted({code for code in (
        result.gtin and result.gtin.as_gtin_14(),
        result.upc and result.upc.as_gtin_14(),
    ) if code})}
    if kind == "digits":
        return found if found["gtins"] else {"refused": result.gtin_error or result.upc_error or "nothing"}
    message = result.gs1_digital_link_uri or result.gs1_message
    if message is None:
        return {"refused": result.gs1_digital_link_uri_error or result.gs1_message_error or "nothing"}
    return describe(message.element_strings)


for line in sys.stdin:
    kind, text = json.loads(line)
    try:
        answer = read(kind, text)
    except ParseError as error:
        answer = {"refused": str(error)}
    except Exception as error:
        answer = {"crashed": repr(error)}
    print(json.dumps(answer))
