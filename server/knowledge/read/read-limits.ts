/** Bytes of a page, a Markdown or text file, a table of values. */
export const TEXT_BYTES_MAX = 10 * 1024 * 1024
/** Bytes of a PDF or a docx. */
export const FILE_BYTES_MAX = 50 * 1024 * 1024
/** Letters of a document that are kept: about 700 printed pages. The rest is left out, with a note. */
export const TEXT_LETTERS_MAX = 2_000_000
export const SECTIONS_MAX = 20_000
/** Elements inside of each other. Browsers stop at 512. */
export const DEPTH_MAX = 1_000
/** Elements of a page. Unclosed elements can make a short page grow. */
export const ELEMENTS_MAX = 1_000_000
export const LINKS_MAX = 10_000
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
