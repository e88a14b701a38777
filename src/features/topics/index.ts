import { getTopic } from './get-topic.ts'
import { listTopics } from './list-topics.ts'
import { mergeTopics } from './merge-topics.ts'
import { splitTopic } from './split-topic.ts'
import { updateTopic } from './update-topic.ts'

export { listTopics }

export const topicOperations = [listTopics, getTopic, updateTopic, mergeTopics, splitTopic]
