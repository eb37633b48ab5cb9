import Foundation

/// Writes a value as one line of JSON: keys in the order in which they are encoded, nulls included, no white space.
///
/// Foundation's encoder keeps no order of keys and leaves nulls out, so the same record would not be the same bytes.
struct JSONLineEncoder {
    /// A number that JSON cannot say.
    struct NotFinite: Error {
        let path: String
    }

    func encode(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try append(value, to: &bytes)
        return bytes
    }

    func append(_ value: some Encodable, to bytes: inout [UInt8]) throws {
        let root = JSONNode()
        try NodeEncoder(node: root, codingPath: []).encode(value)
        root.write(to: &bytes)
    }
}

/// A value that is being built; containers fill in their nodes after they were handed out.
final class JSONNode {
    enum Content {
        case null
        case literal(String)
        case text(String)
        case array([JSONNode])
        case object([(String, JSONNode)])
    }

    var content = Content.null

    func write(to bytes: inout [UInt8]) {
        switch content {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .literal(let literal): bytes.append(contentsOf: literal.utf8)
        case .text(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, (key, value)) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    func appendMember(_ key: String) -> JSONNode {
        let node = JSONNode()
        if case .object(var members) = content {
            content = .null  // Gives up the old reference, so that appending copies nothing.
            members.append((key, node))
            content = .object(members)
        } else {
            content = .object([(key, node)])
        }
        return node
    }

    func appendElement() -> JSONNode {
        let node = JSONNode()
        if case .array(var elements) = content {
            content = .null
            elements.append(node)
            content = .array(elements)
        } else {
            content = .array([node])
        }
        return node
    }

    func sortMembers() {
        guard case .object(let members) = content else { return }
        content = .object(members.sorted { $0.0.utf8Precedes($1.0) })
    }

    var elementCount: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }
}

private protocol StringKeyed {}

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
            throw JSONLineEncoder.NotFinite(path: codingPath.map(\.stringValue).joined(separator: "."))
        }
        return number.description
    }

    func child(_ node: JSONNode, _ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(node: node, codingPath: codingPath + [key])
    }
}
