import { createElement, type ComponentChild } from 'preact'
import type { Branch } from '../chart/model/branch.ts'

/**
 * Makes an element of the page from one of a drawing. The texts of a drawing become text nodes, so none of them can
 * run.
 */
export const draw = ({ tag, attributes, children }: Branch): ComponentChild =>
  createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === 'string' ? child : draw(child))),
  )
