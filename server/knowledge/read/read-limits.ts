/** Bytes of a page, a Markdown or text file, a table of values. */
export const TEXT_BYTES_MAX = 10 * 1024 * 1024
/** Bytes of a PDF or a docx. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024
/** Letters of a document that are kept: about 700 printed pages. The rest is left out, with a note. */
export const TEXT_LETTERS_MAX = 2_000_000
export const SECTIONS_MAX = 20_000
// Each section repeats what stands above it, so a long heading would go from thread to thread 20,000 times.
/** Headings above a section, the innermost ones. */
export const SECTION_HEADINGS_MAX = 8
/** A longer heading is cut. */
export const HEADING_LETTERS_MAX = 1_000
/** A longer title is cut: each piece is indexed with it, and each passage names it to the model. */
export const TITLE_LETTERS_MAX = 300
/** A longer id of an element is no address of a place. */
export const ANCHOR_LETTERS_MAX = 500
/** A longer tag of a language, or label of a page, is none. */
export const LABEL_LETTERS_MAX = 50
/** A block that is longer with its heads and numbers does without them. */
export const FULL_LETTERS_MAX = 4_000
/** Elements inside of each other. Browsers stop at 512. */
export const DEPTH_MAX = 1_000
/** Elements of a page. Unclosed elements can make a short page grow. */
export const ELEMENTS_MAX = 200_000
export const LINKS_MAX = 10_000
/** Longer addresses are no documents of a crawl. */
export const LINK_LETTERS_MAX = 2_048
/** Cells of one table after its spans are expanded; a larger table keeps its rows without the heads. */
export const GRID_CELLS_MAX = 100_000
/** Time for one document; its thread is ended then. */
export const READ_TIMEOUT_MS = 30_000
/** Memory of the thread that reads. */
export const READ_MEMORY_MIB = 512
export const PDF_PAGES_MAX = 2_000
/** Processor time for the text of a PDF; its process is ended then. */
export const PDF_PROCESSOR_MS = 30_000
export const PDF_MEMORY_BYTES = 512 * 1024 * 1024
/** Bytes of all text parts of a docx when they are unpacked. */
export const PART_BYTES_MAX = 100 * 1024 * 1024
