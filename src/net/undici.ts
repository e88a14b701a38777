import request from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'

// What is used of undici, by its files: all of it, with its caches, proxies and mocks, takes twice as long to load, and a
// first scan waits for it. The version is pinned, and a file that moves is an error of the build.
export { Agent, buildConnector, Pool, request }
