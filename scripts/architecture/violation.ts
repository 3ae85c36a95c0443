/** A broken rule, with its file and advice. */
export interface Violation {
  readonly rule:
    | 'arrow'
    | 'package'
    | 'circle'
    | 'ring'
    | 'folder'
    | 'name'
    | 'lines'
    | 'default-export'
    | 'export-star'
    | 'missing'
    | 'phrase'
    | 'loader-package'
    | 'import-effect'
  readonly file: string
  readonly text: string
}
