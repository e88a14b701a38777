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

/** A compiler of statements for PostgreSQL, which writes each form in PostgreSQL's spelling. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'postgres'))
  }

  /**
   * Writes a comparison with an empty list as false: PostgreSQL cannot read an empty list, in which SQLite finds
   * nothing.
   */
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
