import * as v from 'valibot'
import {
  draftBody,
  projectSettings,
  publishBody,
  publishedNumber,
  savedDraft,
  settingsFile,
  settingsVersion,
  settingsVersions,
  undoBody,
  VERSIONS_PER_PAGE,
  type ProjectSettings,
  type SavedDraft,
  type SettingsVersion,
  type SettingsVersions,
} from '../../../shared/desk/settings.ts'
import { preview, previewBody, type Preview } from '../../../shared/desk/preview.ts'
import { requireCasesPassed } from '../../cases/require-passed.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { SettingsPerson } from '../../projects/settings/settings-service.ts'
import { deskRoute, type DeskCaller, type DeskRoute } from '../desk-route.ts'
import { reportSettings } from '../reports/settings-report.ts'

const SETTINGS = '/projects/:project/settings'

/** Drafts, versions and undo of a project's settings. */
export const settingsRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: SETTINGS,
    summary: 'Read the settings, their draft, and what the configuration fixes',
    needs: 'reader',
    answers: { 200: projectSettings },
    async handle(c, { params, caller }, parts) {
      return c.json<ProjectSettings>(
        await reportSettings(params.project, personOf(caller).mayOwn, parts),
      )
    },
  }),
  deskRoute({
    method: 'PUT',
    path: `${SETTINGS}/draft`,
    summary: 'Change the draft; one with faults is kept, and cannot be published',
    needs: 'editor',
    act: 'settings.draft',
    body: draftBody,
    answers: { 200: savedDraft },
    async handle(c, { params, body, caller, audit }, { projectSettings: settings }) {
      const saved = await settings.saveDraft(params.project, personOf(caller), body)
      await audit({ details: { revision: saved.revision } })
      return c.json<SavedDraft>(saved)
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: `${SETTINGS}/draft`,
    summary: 'Throw the draft away',
    needs: 'editor',
    act: 'settings.discard',
    answers: { 204: undefined },
    async handle(c, { params }, { projectSettings: settings }) {
      if (await settings.removeDraft(params.project)) return c.body(null, 204)
      throw new AlcoveError('not_found', 'Draft not found')
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${SETTINGS}/preview`,
    summary: 'Make a link that shows the draft, on the owner’s own site or beside the controls',
    needs: 'editor',
    act: 'settings.preview',
    body: previewBody,
    answers: { 200: preview },
    async handle(c, { params, body, audit }, { previews }) {
      const made = await previews.make(params.project, body)
      await audit({ details: { place: body.place, endsAt: made.endsAt } })
      return c.json<Preview>(made)
    },
  }),
  deskRoute({
    method: 'GET',
    path: `${SETTINGS}/versions`,
    summary: 'List the published versions, the newest first',
    needs: 'reader',
    query: v.object({ after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/))) }),
    answers: { 200: settingsVersions },
    async handle(c, { params, query }, { projectSettings: settings, store }) {
      const before = query.after === undefined ? undefined : Number(query.after)
      const [rows, project] = await Promise.all([
        settings.listVersions(params.project, before),
        store.projects.find(params.project),
      ])
      const page = rows.slice(0, VERSIONS_PER_PAGE)
      const last = rows.length > VERSIONS_PER_PAGE ? page.at(-1) : undefined
      return c.json<SettingsVersions>({
        versions: page.map((version) => ({
          ...version,
          isPublished: version.number === project?.publishedNumber,
        })),
        next: last ? String(last.number) : null,
      })
    },
  }),
  deskRoute({
    method: 'GET',
    path: `${SETTINGS}/versions/:number`,
    summary: 'Read a published version',
    needs: 'reader',
    answers: { 200: settingsVersion },
    async handle(c, { params }, { store }) {
      const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0
      const [version, project] = await Promise.all([
        store.settings.findVersion(params.project, number),
        store.projects.find(params.project),
      ])
      if (!version) throw new AlcoveError('not_found', 'Version not found')
      return c.json<SettingsVersion>({
        ...version,
        isPublished: version.number === project?.publishedNumber,
      })
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${SETTINGS}/publish`,
    summary: 'Publish the draft, on all servers within 5 seconds',
    needs: 'editor',
    act: 'settings.publish',
    body: publishBody,
    answers: { 200: publishedNumber },
    async handle(c, { params, body, caller, audit }, { projectSettings: settings, ...parts }) {
      const project = await parts.projects.find(params.project)
      if (project?.cases.required) {
        await requireCasesPassed(parts.store, params.project, body.revision)
      }
      const number = await settings.publish(params.project, personOf(caller), body)
      await audit({ target: String(number), details: { why: body.why } })
      return c.json<v.InferOutput<typeof publishedNumber>>({ number })
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${SETTINGS}/undo`,
    summary: 'Publish an older version again',
    needs: 'editor',
    act: 'settings.undo',
    body: undoBody,
    answers: { 200: publishedNumber },
    async handle(c, { params, body, caller, audit }, { projectSettings: settings }) {
      const number = await settings.undo(params.project, personOf(caller), body)
      await audit({ target: String(number), details: { why: body.why, undoOf: body.number } })
      return c.json<v.InferOutput<typeof publishedNumber>>({ number })
    },
  }),
  deskRoute({
    method: 'GET',
    path: `${SETTINGS}/file`,
    summary: 'Write the configuration that says the same, as far as it is values',
    needs: 'owner',
    answers: { 200: settingsFile },
    async handle(c, { params }, { projectSettings: settings }) {
      return c.json<v.InferOutput<typeof settingsFile>>(await settings.writeFile(params.project))
    },
  }),
]

const personOf = ({ person, role }: DeskCaller): SettingsPerson => ({
  mail: person.mail,
  mayOwn: role === 'owner',
})
