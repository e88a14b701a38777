import { getConfig } from './get-config.ts'
import { getInstall } from './get-install.ts'

export const widgetOperations = [getConfig, getInstall]
