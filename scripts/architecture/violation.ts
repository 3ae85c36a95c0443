/** One broken rule: which, where, and what to do about it. */
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
