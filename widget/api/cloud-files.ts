/** Calls about files: they are loaded when the first file is picked or shown. */
export interface CloudFiles {
  /**
   * Sends a file, and returns the address that messages store.
   *
   * @throws AlcoveError `file_rejected`, `offline`, `call_timeout`; a failed call's.
   */
  uploadFile(
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ): Promise<{ readonly url: string; readonly key: string | null }>
  /** A PDF that cannot be read is an answer with `success: false`. */
  pdfToImages(which: { readonly file_url: string }, signal: AbortSignal): Promise<PdfPages>
  /** An address that opens a stored file for some minutes. */
  presignDownload(which: { readonly url: string }, signal: AbortSignal): Promise<string>
}

export interface PdfPages {
  readonly success: boolean
  /** In order; each opens its page for some minutes. */
  readonly urls: readonly string[]
  /** Why there are none. */
  readonly message: string
}
