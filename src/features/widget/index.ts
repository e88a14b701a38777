import { getConfig } from './get-config.ts'
import { getInstall } from './get-install.ts'
import { getManifest } from './get-manifest.ts'

export const widgetOperations = [getConfig, getInstall, getManifest]
