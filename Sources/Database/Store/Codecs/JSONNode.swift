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

    func write(to buffer: inout JSONBuffer) {
        switch content {
        case .null: buffer.append(literal: "null")
        case .literal(let literal): buffer.append(plain: literal)
        case .text(let text): buffer.append(text)
        case .array(let elements):
            buffer.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { buffer.append(UInt8(ascii: ",")) }
                element.write(to: &buffer)
            }
            buffer.append(UInt8(ascii: "]"))
        case .object(let members):
            buffer.append(UInt8(ascii: "{"))
            for (index, (key, value)) in members.enumerated() {
                if index > 0 { buffer.append(UInt8(ascii: ",")) }
                buffer.append(key)
                buffer.append(UInt8(ascii: ":"))
                value.write(to: &buffer)
            }
            buffer.append(UInt8(ascii: "}"))
        }
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
