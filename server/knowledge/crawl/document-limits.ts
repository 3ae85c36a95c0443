/** Bytes of a document, unpacked; larger ones are not read. */
export const DOCUMENT_MAX_BYTES = 52_428_800
