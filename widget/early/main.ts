// The early script, inside the frame's document: paints the owner's look and takes keys before the app has loaded.
import { readEarlySetup } from '../../shared/bridge/early-setup.ts'
import { chooseApiBase } from '../api/api-base.ts'
import { startEarlyFrame } from './start-early-frame.ts'

/** Defined by the build. */
declare const ALCOVE_API_BASE: string | null

startEarlyFrame(window, readEarlySetup(window.name), (base) => chooseApiBase(ALCOVE_API_BASE, base))
