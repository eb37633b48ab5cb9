public import Core
import Foundation

/// A value in a parsed JSON document; `NetworkResponse.json()` gives the whole one.
///
/// Reading is lenient where servers are careless, and never guesses: asked for something that is not there, it answers
/// `nil`. Strings and numbers are made when they are asked for, and only then, so the parts of an answer that nobody
/// reads cost one look at each byte.
public struct JSONValue: Sendable {
    private let document: JSONDocument
    private let index: Int

    /// Parses a text.
    ///
    /// - Parameter data: The whole text in UTF-8.
    /// - Throws: ``JSONError`` when it is no JSON.
    init(parsing data: Data) throws(JSONError) {
        document = try JSONDocument(data)
        index = 0
    }

    private init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    private var node: JSONNode { document.nodes[index] }

    /// The kind of the value.
    var kind: JSONNode.Kind { node.kind }

    /// Whether it is `null`.
    public var isNull: Bool { node.kind == .null }

    /// The string; `nil` for anything else, and for bytes that are not UTF-8.
    public var string: String? {
        guard node.kind == .string else { return nil }
        return withText { JSONText.string($0, hasEscapes: node.flag) }
    }

    /// The Boolean; `nil` for anything else.
    public var bool: Bool? { node.kind == .bool ? node.flag : nil }

    /// The whole number, fractions cut off; a string that is a number counts.
    public var int: Int? {
        guard node.kind == .number || node.kind == .string else { return nil }
        return withText { JSONText.int($0) }
    }

    /// The number; a string that is a number counts.
    public var double: Double? {
        guard node.kind == .number || node.kind == .string else { return nil }
        return withText(JSONText.double)
    }

    /// The elements of an array; `nil` for anything else.
    public var elements: [JSONValue]? {
        guard node.kind == .array else { return nil }
        var result: [JSONValue] = []
        var child = index + 1
        while child < Int(node.next) {
            result.append(JSONValue(document, child))
            child = Int(document.nodes[child].next)
        }
        return result
    }

    /// A member of an object by its name; `nil` when it is missing or `null`.
    ///
    /// Of several with one name, the last counts, as in most readers of JSON.
    ///
    /// - Complexity: O(n) in the members of this object; nested ones are stepped over.
    public subscript(_ name: StaticString) -> JSONValue? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let found = document.lastMember(name, of: index)
        return found.flatMap { document.nodes[$0].kind == .null ? nil : JSONValue(document, $0) }
    }

    /// The same through a table that was made of this object's names.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - table: What ``nameTable`` gave.
    /// - Returns: The member; `nil` when it is not there or is `null`.
    func member(_ name: StaticString, in table: JSONNameTable) -> JSONValue? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let found = document.member(name, in: table)
        return found.flatMap { document.nodes[$0].kind == .null ? nil : JSONValue(document, $0) }
    }

    /// The value as the server wrote it; `nil` for one that is nested too deeply or is not UTF-8.
    public var raw: RawJSON? {
        // A text that the parser took for JSON fails at nothing else.
        document.withWholeText(of: node) { try? RawJSON(Data($0)) }
    }

    /// Adds the text of a value that is no container to an object's bytes, behind its name.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - bytes: The object so far.
    func append(as name: StaticString, to bytes: inout [UInt8]) {
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        document.withWholeText(of: node) { bytes.append(contentsOf: $0) }
    }

    /// The table of this object's names, for many lookups; `nil` where it would not help.
    var nameTable: JSONNameTable? { document.nameTable(of: index) }

    /// All members of an object by name, for many lookups: each single lookup by name goes over all of them.
    ///
    /// As with one name, the last of several counts, and what is `null` is not there. Empty for anything else.
    public var members: [String: JSONValue] {
        guard node.kind == .object else { return [:] }
        var result: [String: JSONValue] = [:]
        var name = index + 1
        while name < Int(node.next) {
            let value = JSONValue(document, name + 1)
            // A name that is no UTF-8 is one that nobody can ask for.
            if let text = JSONValue(document, name).string { result[text] = value.isNull ? nil : value }
            name = Int(value.node.next)
        }
        return result
    }

    private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        document.withText(of: node, body)
    }
}

/// A parsed text and where its values lie.
private final class JSONDocument: Sendable {
    let nodes: [JSONNode]
    private let bytes: [UInt8]

    init(_ data: Data) throws(JSONError) {
        bytes = Array(data)
        // `withUnsafeBufferPointer` does not carry a typed error through.
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in try JSONParser.nodes(of: bytes) }
        }
        nodes = try result.get()
    }

    func withText<Result>(of node: JSONNode, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)]))
        }
    }

    /// The text of a value, with its quotes.
    func withWholeText<Result>(of node: JSONNode, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let quote = node.kind == .string ? 1 : 0
        return bytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[Int(node.start) - quote..<Int(node.end) + quote]))
        }
    }

    /// The node of the value of the last member with a name.
    func lastMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
        nodes.withUnsafeBufferPointer { nodes in
            guard nodes[object].kind == .object else { return nil }
            let end = Int(nodes[object].next)
            var found: Int?
            var member = object + 1
            while member < end {
                if isName(nodes[member], name) { found = member + 1 }
                member = Int(nodes[member + 1].next)
            }
            return found
        }
    }

    /// A table of an object's names; nil for anything else, and for names with escapes, few names or very many.
    func nameTable(of object: Int) -> JSONNameTable? {
        guard nodes[object].kind == .object else { return nil }
        var names: [UInt32] = []
        var member = object + 1
        while member < Int(nodes[object].next) {
            guard !nodes[member].flag, names.count < JSONNameTable.largestCount else { return nil }
            names.append(UInt32(member))
            member = Int(nodes[member + 1].next)
        }
        guard names.count >= JSONNameTable.smallestCount else { return nil }
        var table = JSONNameTable(count: names.count)
        for name in names {
            withText(of: nodes[Int(name)]) { text in
                table.insert(name, hash: JSONNameTable.hash(text)) { other in isName(nodes[Int(other)], text) }
            }
        }
        return table
    }

    /// The node of the value of a name.
    func member(_ name: UnsafeBufferPointer<UInt8>, in table: JSONNameTable) -> Int? {
        table.find(hash: JSONNameTable.hash(name)) { isName(nodes[Int($0)], name) }.map { Int($0) + 1 }
    }

    private func isName(_ node: JSONNode, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if node.flag {
            return withText(of: node) { JSONText.string($0, hasEscapes: true) }.map { $0.utf8.elementsEqual(name) }
                ?? false
        }
        guard Int(node.end - node.start) == name.count else { return false }
        return withText(of: node) { text in
            // By hand: `elementsEqual` goes through two iterators, and this is where a page's time goes.
            for index in 0..<name.count where text[index] != name[index] { return false }
            return true
        }
    }
}
