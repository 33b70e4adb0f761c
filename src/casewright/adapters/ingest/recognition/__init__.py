"""The process that recognises text on pictures of pages (OCR), under limits; what it answers is plain JSON.

Only ``python -m casewright.adapters.ingest.recognition`` loads these modules; the extra ``ocr`` brings their library.
"""
