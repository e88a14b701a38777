import {
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  type BinaryOperationNode,
  type OperationNode,
  type RawNode,
} from 'kysely'
import { spelling } from '../form.ts'

/** Compiles statements for PostgreSQL, each form in its spelling. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'postgres'))
  }

  /** SQLite finds nothing in an empty list, which PostgreSQL cannot read. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    if (!isEmptyList(rightOperand) || !OperatorNode.is(operator)) super.visitBinaryOperation(node)
    else if (operator.operator === 'in') this.append('false')
    else if (operator.operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

const isEmptyList = (node: OperationNode): boolean =>
  (ValueListNode.is(node) || PrimitiveValueListNode.is(node)) && node.values.length === 0
