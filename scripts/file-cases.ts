import { readFileSync } from 'node:fs'

const FOLDER = new URL('../e2e/fixtures/file-cases/', import.meta.url)

/** A typical file, and the text that the assistant reads from it. */
export interface FileCase {
  readonly id: string
  readonly kind: string
  readonly file: string
  /** The type that a browser declares. */
  readonly declaredType: string
  /** Types that the project accepts. Default: any. */
  readonly fileTypes?: readonly string[]
  readonly expected: {
    /** Text that the model gets; `null`: none. Absent: its pages become images. */
    readonly modelReads?: string | null
    /** Message in the tray before sending; `null`: none. */
    readonly personIsTold?: string | null
  }
}

/** All cases, in the order of their list. */
export const readFileCases = (): readonly FileCase[] =>
  (JSON.parse(readFileSync(new URL('files.json', FOLDER), 'utf8')) as { cases: FileCase[] }).cases

/** The bytes of a case's file. */
export const readCaseFile = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(file, FOLDER)))
