import { createContext, useContext } from 'react'

/** Texts of this room, from the app's catalogue. */
export interface MarkdownLabels {
  copyCode: string
  copied: string
  /** Name of the button that breaks long lines of code. Absent: there is no such button. */
  wrapLines?: string
  /** Copies a table for a spreadsheet. Absent: there is no such button. */
  copyTable?: string
  /** Absent: there is no such button. */
  copyTableMarkdown?: string
  /** Copies the source of a formula. Absent: there is no such button. */
  copyFormula?: string
  /** Part of each link's name, for example “opens in a new tab”. */
  openInNewTab: string
  /** Name of a code block without a language. */
  codeBlock: string
  /** Text of the link that stands for an image without a description. */
  imageLink: string
  /** Name of the list of footnotes. */
  footnotes?: string
  /** Before the number of a footnote. */
  footnote?: string
  /** Before the number of a footnote, on the link back to the text. */
  backToText?: string
}

const EMPTY: MarkdownLabels = {
  copyCode: '',
  copied: '',
  openInNewTab: '',
  codeBlock: '',
  imageLink: '',
}

/** Labels reach links and code by context, so that finished blocks keep equal props. */
export const LabelsContext = createContext(EMPTY)

export const useLabels = (): MarkdownLabels => useContext(LabelsContext)
