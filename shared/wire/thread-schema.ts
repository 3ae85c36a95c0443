import * as v from 'valibot'
import { jsonObject } from './fields.ts'

// Separate from the other schemas of threads: a frame needs only this one to find the last thread.

export const THREADS_PAGE_DEFAULT = 20

export const threadSchema = v.object({
  id: v.string(),
  project_id: v.string(),
  workspace_id: v.string(),
  title: v.nullable(v.string()),
  is_archived: v.boolean(),
  external_id: v.nullable(v.string()),
  metadata: v.nullable(jsonObject),
  last_message_at: v.string(),
  last_message_text: v.nullable(v.string()),
  is_running: v.boolean(),
  created_at: v.string(),
  updated_at: v.string(),
})
