/** Who may find the documents of a source; stored as JSON with it. Default: every user of the project. */
export interface SourceSettings {
  /** Only users that the owner's own server named. */
  readonly readers?: 'named'
  /** Only users of this workspace. */
  readonly workspace?: string
}
