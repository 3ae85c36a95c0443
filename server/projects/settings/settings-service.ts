import type { SavedDraft, StoredSettings } from '../../../shared/desk/settings.ts'
import type { DraftRow, VersionHead, VersionRow } from '../../store/store.ts'
import type { ConfigHolder, WrittenBlock } from '../project.ts'
import type { SettingsReading } from './read-settings.ts'

/** Days for which a source is kept after its line went, so that an undo finds its pages at once. */
export const LEFT_SOURCES_DAYS = 30
/** A published version, for those who listen. */
export interface PublishedEvent {
  readonly projectId: string
  readonly number: number
  /** Mail; null: the command line. */
  readonly by: string | null
  readonly why: string
  /** The version that it brought back; null: it is no undo. */
  readonly undoOf: number | null
}

/** The person who changes settings. */
export interface SettingsPerson {
  /** Null: the command line. */
  readonly mail: string | null
  /** True for owners. */
  readonly mayOwn: boolean
}

/** Settings of a project as they are. */
export interface SettingsState {
  readonly draft: DraftRow | undefined
  readonly published: VersionRow | undefined
}

export interface NewVersion {
  /** The published version that the person has seen; null: none. */
  readonly baseNumber: number | null
  readonly why: string
}

/** Settings that owners change while the service runs: drafts, versions and undo. */
export interface ProjectSettingsService {
  /** @throws AlcoveError `not_found`. */
  state(projectId: string): Promise<SettingsState>
  /** Joins settings with the configuration, and finds their faults. */
  check(projectId: string, settings: WrittenBlock): SettingsReading
  /** @throws AlcoveError `conflict` for another revision, `forbidden` for fields of owners. */
  saveDraft(
    projectId: string,
    person: SettingsPerson,
    draft: {
      readonly revision: number | null
      readonly settings: StoredSettings
      readonly baseNumber?: number | null | undefined
    },
  ): Promise<SavedDraft>
  /** Returns whether there was a draft. */
  removeDraft(projectId: string): Promise<boolean>
  /** @throws AlcoveError as `saveDraft`, and `invalid_request` for a draft with faults. */
  publish(
    projectId: string,
    person: SettingsPerson,
    version: NewVersion & { readonly revision: number },
  ): Promise<number>
  /** @throws AlcoveError as `publish`, and `not_found` without that version. */
  undo(
    projectId: string,
    person: SettingsPerson,
    version: NewVersion & { readonly number: number },
  ): Promise<number>
  /** Publishes the first versions that the configuration names, in place of none or of ones that nobody has changed. */
  publishFirst(): Promise<void>
  /** The configuration that says the same as the published settings and the present file. */
  writeFile(projectId: string): Promise<{ readonly name: string; readonly text: string }>
  /** Newest first: a page, and one more if there are others. */
  listVersions(projectId: string, before?: number): Promise<readonly VersionHead[]>
  /** Settles the sources of published settings with those of the configuration. */
  settle(): Promise<void>
  /** Ends sources that no answer has found for {@link LEFT_SOURCES_DAYS}. */
  removeLeftSources(now: number): Promise<void>
  /**
   * Checks the published settings of all projects against a configuration, and the first versions that it names.
   *
   * @throws AlcoveError `config_invalid`, naming the project and the fault.
   */
  checkPublished(configs: ConfigHolder['current']): Promise<void>
}
