import { createContext, useContext } from 'react'

/** Texts of this room, from the app's catalogue. */
export interface MarkdownLabels {
  copyCode: string
  copied: string
  /** Part of each link's name, for example “opens in a new tab”. */
  openInNewTab: string
  /** Name of a code block without a language. */
  codeBlock: string
  /** Text of the link that stands for an image without a description. */
  imageLink: string
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
