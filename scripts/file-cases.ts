import { readFileSync } from 'node:fs'

const FOLDER = new URL('../e2e/fixtures/file-cases/', import.meta.url)

/** A file that people have, and what the assistant reads of it. */
export interface FileCase {
  readonly id: string
  readonly kind: string
  readonly file: string
  /** As a browser calls it. */
  readonly declaredType: string
  /** Types that the project takes. Absent: any. */
  readonly fileTypes?: readonly string[]
  readonly expected: {
    /** The text in it; `null`: the assistant reads none of it. Absent: its pages are pictures. */
    readonly modelReads?: string | null
    /** Stands in the tray before sending; `null`: nothing. */
    readonly personIsTold?: string | null
  }
}

/** All cases, in the order of their list. */
export const readFileCases = (): readonly FileCase[] =>
  (JSON.parse(readFileSync(new URL('files.json', FOLDER), 'utf8')) as { cases: FileCase[] }).cases

/** The bytes of a case's file. */
export const readCaseFile = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(file, FOLDER)))
