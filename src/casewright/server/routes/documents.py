"""Documents, what was read in them, and what can be found in them without a query."""

from __future__ import annotations

from casewright.server.route import Route

_MATTER = "/matters/{matter_id}"
_DOCUMENT = f"{_MATTER}/documents/{{document_id}}"

ROUTES = (
    Route(
        "GET", f"{_MATTER}/documents", "list_matter_documents", "Its documents and how much was read", lists="documents"
    ),
    Route("POST", f"{_MATTER}/documents/found", "find_documents", "Which documents have these contents"),
    Route("POST", f"{_MATTER}/documents/reread", "reread_documents", "Read documents again", as_job=True),
    Route("GET", f"{_DOCUMENT}/text", "get_document_text", "The text of a document"),
    Route("POST", f"{_DOCUMENT}/name", "rename_document", "Give it another name"),
    Route("DELETE", _DOCUMENT, "delete_document", "Delete it, once somebody approved"),
    Route("GET", f"{_DOCUMENT}/changes", "document_changes", "Tracked changes and comments"),
    Route("GET", f"{_DOCUMENT}/pages/{{page}}", "show_page", "The words of a page with their places"),
    Route("GET", f"{_DOCUMENT}/layout", "show_document_layout", "Its blocks with their places"),
    Route("GET", f"{_DOCUMENT}/boxes", "quote_boxes", "Where a span stands on its pages"),
    Route("GET", f"{_MATTER}/sections", "find_section", "A section by its number or heading"),
    Route("POST", f"{_MATTER}/search", "isaacus_search", "Passages by words and meaning"),
    Route("POST", f"{_MATTER}/search/words", "search_everywhere", "Words in its documents, page by page"),
    Route("POST", f"{_MATTER}/extract", "isaacus_extract", "The words that answer a question"),
    Route("POST", f"{_MATTER}/classify", "isaacus_classify", "Which kinds of clauses stand where"),
    Route("POST", "/search", "search_everywhere", "Words in every matter that you may see"),
    Route("GET", f"{_MATTER}/amendments", "list_amendments", "Which documents amend which"),
    Route("POST", f"{_DOCUMENT}/amendments", "confirm_amendment", "Say that it amends another, or does not"),
    Route("GET", f"{_MATTER}/facts", "contract_facts", "Facts of documents with their places", as_job=True),
    Route("POST", f"{_DOCUMENT}/facts/corrections", "correct_fact", "Correct a fact"),
    Route("GET", f"{_MATTER}/reviews", "list_cell_reviews", "What was said to cells of grids", lists="reviews"),
    Route("POST", f"{_DOCUMENT}/reviews", "review_cell", "Say that a cell is right, or is not", created=True),
    Route("GET", f"{_MATTER}/column-sets", "list_column_sets", "Columns of grids kept together", lists="sets"),
    Route("POST", f"{_MATTER}/column-sets", "save_column_set", "Keep columns together under a name", created=True),
    Route("DELETE", f"{_MATTER}/column-sets/{{name}}", "delete_column_set", "Keep them together no longer"),
)
