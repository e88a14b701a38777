import { createElement, type ComponentChild } from 'preact'
import type { Branch } from '../chart/model/branch.ts'

/** Makes an element of the page from one of a drawing. A drawing has no texts that run: they become text nodes. */
export const draw = ({ tag, attributes, children }: Branch): ComponentChild =>
  createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === 'string' ? child : draw(child))),
  )
