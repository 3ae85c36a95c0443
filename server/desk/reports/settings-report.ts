import type { ProjectSettings, SettingsDraft } from '../../../shared/desk/settings.ts'
import {
  describeLimits,
  describeTools,
  toEffective,
} from '../../projects/settings/describe-settings.ts'
import { ownerPaths } from '../../projects/settings/owner-paths.ts'
import { DEFAULT_ASSISTANT } from '../../models/model.ts'
import type { DeskParts } from '../desk-route.ts'

/** The settings of a project for the desk. */
export async function reportSettings(
  projectId: string,
  mayOwn: boolean,
  {
    projectSettings,
    projects,
    previews,
  }: Pick<DeskParts, 'projectSettings' | 'projects' | 'previews'>,
): Promise<ProjectSettings> {
  const { draft, published } = await projectSettings.state(projectId)
  const live = published?.settings ?? {}
  const shown = projectSettings.check(projectId, draft?.settings ?? live)
  const bare = projectSettings.check(projectId, {})
  const rules = await projects.rulesOf(projectId)
  return {
    draft: draft
      ? ({
          ...draft,
          problems: [...shown.problems],
          ownerPaths: [...ownerPaths(live, draft.settings)],
        } satisfies SettingsDraft)
      : null,
    published: published ? { ...published, isPublished: true } : null,
    fixed: [...shown.fixed.settings],
    effective: toEffective(shown.merged),
    models: [...shown.models],
    tools: describeTools(shown.merged),
    limits: describeLimits(rules, bare.config?.limits ?? rules.limits),
    chatEndpoint: rules.chatEndpoint ?? null,
    assistants: [...new Set([DEFAULT_ASSISTANT, ...(shown.config ?? rules).assistants.keys()])],
    previewFrames: previews.frames,
    previewHosts: [...(await previews.hosts(projectId))],
    mayOwn,
  }
}
