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

struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    private var encoder: NodeEncoder { NodeEncoder(node: node, codingPath: codingPath) }

    private func member(_ key: any CodingKey) -> NodeEncoder {
        encoder.child(node.appendMember(key.stringValue), key)
    }

    func encodeNil(forKey key: Key) { _ = member(key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try member(key).encode(value) }

    // Written out one by one: the defaults leave nulls out, and a record's keys are always all there.
    private func encodeOrNull<T: Encodable>(_ value: T?, _ key: Key) throws {
        let member = member(key)
        if let value { try member.encode(value) }
    }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { member(AnyKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    var count: Int { node.elementCount }

    private func element() -> NodeEncoder {
        let key = AnyKey(intValue: count)
        return NodeEncoder(node: node.appendElement(), codingPath: codingPath + [key])
    }

    func encodeNil() { _ = element() }
    func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }
}

struct SingleNodeContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.content = .null }
    func encode<T: Encodable>(_ value: T) throws {
        try NodeEncoder(node: node, codingPath: codingPath).encode(value)
    }
}
