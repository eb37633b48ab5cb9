import Foundation

/// A dictionary that is written as an object.
protocol StringKeyed {}

extension Dictionary: StringKeyed where Key == String {}

struct NodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = node.content {} else { node.content = .object([]) }
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = node.content {} else { node.content = .array([]) }
        return UnkeyedNodeContainer(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleNodeContainer(node: node, codingPath: codingPath)
    }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let value as String: node.content = .text(value)
        case let value as Bool: node.content = .literal(value ? "true" : "false")
        case let value as Double: node.content = .literal(try text(value))
        case let value as Float: node.content = .literal(try text(value))
        case let value as any BinaryInteger & Encodable: node.content = .literal(String(value))
        case let value as Date: node.content = .literal(try text(value.timeIntervalSince1970))
        case let value as URL: node.content = .text(value.absoluteString)
        case let value as Data: node.content = .text(value.base64EncodedString())
        case let value as Decimal: node.content = .literal(value.description)
        default:
            try value.encode(to: self)
            // A dictionary has no order of its own, and the same record is to be the same bytes.
            if value is any StringKeyed { node.sortMembers() }
        }
    }

    private func text(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws -> String {
        guard number.isFinite else {
            throw JSONLineEncoder.NotFinite(codingPath)
        }
        return number.description
    }

    func child(_ node: JSONNode, _ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(node: node, codingPath: codingPath + [key])
    }
}
