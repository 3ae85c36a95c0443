import * as v from 'valibot'
import type { AssistantHooks } from '../models/hooks.ts'
import { block, flag, type Fields } from './config-fields.ts'

const hook = <Name extends Exclude<keyof AssistantHooks, 'hold'>>() =>
  v.optional(
    v.custom<NonNullable<AssistantHooks[Name]>>(
      (value) => typeof value === 'function',
      'expected a function',
    ),
  )

export const hooks = v.pipe(
  block({
    beforeModel: hook<'beforeModel'>(),
    afterModel: hook<'afterModel'>(),
    hold: v.optional(flag),
    onToolResult: hook<'onToolResult'>(),
  } satisfies Fields<AssistantHooks>),
  v.check(
    ({ afterModel, hold }) => hold !== true || afterModel !== undefined,
    'hold: words would wait for afterModel, which is missing',
  ),
)
