import { existsSync } from 'node:fs'
import { greetMailServer } from '../net/smtp-mailer.ts'
import { readConfig, unknownSettings, type Config } from '../server/config.ts'
import { PROGRAM, type CommandResult } from './command.ts'
import { checkCitations } from './doctor/check-citations.ts'
import { checkDatabase, checkLog, checkTables } from './doctor/check-data.ts'
import { checkDisk, checkPermissions } from './doctor/check-files.ts'
import { checkPublicUrl } from './doctor/check-public-url.ts'
import { checkSettings } from './doctor/check-settings.ts'
import { verdictsOf, type Finding } from './doctor/finding.ts'

const MAIL_TIMEOUT_MS = 10_000

/** Checks the settings, the data and the server's surroundings for faults, changes nothing, and says what to do. */
export async function doctorCommand(): Promise<CommandResult> {
  const config = readConfig()
  const findings = [
    ...checkSettings(config, unknownSettings()),
    ...(await dataFindings(config)),
    ...(await checkPublicUrl(config)),
    ...(await mailFindings(config)),
  ]
  const problems = findings.filter(({ status }) => status === 'problem').length
  return {
    data: { findings, problems },
    text: findings.map(line).join('\n'),
    failed: problems > 0,
  }
}

async function dataFindings(config: Config): Promise<Finding[]> {
  const { databaseFile } = config
  if (!existsSync(databaseFile)) {
    const advice = `Start the server, run ${PROGRAM} restore FILE, or set DATABASE_URL to where the data is.`
    return [verdictsOf('data').problem(`There is no database at ${databaseFile}.`, advice)]
  }
  return [
    await checkDisk(config),
    ...checkPermissions(config),
    ...checkDatabase(config),
    ...checkTables(config),
    checkLog(config),
    ...checkCitations(config),
  ]
}

/** Checks the mail server without signing in and without sending a message. */
async function mailFindings({ mail }: Config): Promise<Finding[]> {
  if (!mail) return []
  const { ok, problem } = verdictsOf('mail')
  const failure = await greetMailServer(mail.server, MAIL_TIMEOUT_MS)
  if (failure === undefined) return [ok('The mail server answers.')]
  return [
    problem(
      `The mail server does not answer as it should: ${failure}.`,
      'Look at host, port and encryption of SMTP_URL.',
    ),
  ]
}

const line = ({ check, status, says, advice }: Finding): string =>
  `${status.padEnd(7)}  ${check}: ${says}${advice === undefined ? '' : `\n         ${advice}`}`
