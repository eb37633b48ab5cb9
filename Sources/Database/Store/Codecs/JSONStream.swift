import Core
import Foundation

/// JSON that is written at once, as a value's containers are filled.
///
/// This works while values are finished one after the other, as nearly all types do. One that goes back to a container
/// after it wrote elsewhere, or that replaces what it wrote, makes ``isOutOfOrder`` true: what was written is of no use
/// then, and the value is put together as a tree of ``JSONNode``.
final class JSONStream {
    /// A place in the JSON: how many containers are open there, and where its bytes start.
    ///
    /// No two values share one.
    struct Place {
        let depth: Int
        let offset: Int
    }

    private struct Container {
        let closing: UInt8
        let offset: Int
        var count = 0
    }

    var buffer: JSONBuffer
    private(set) var isOutOfOrder = false
    private var containers: [Container] = []
    /// The offset of the value that was begun last: when nothing follows, it is null.
    private var lastStart: Int

    /// A stream whose buffer is still to be given to it, with so many bytes in it.
    init(startingAt count: Int) {
        lastStart = count
        buffer = JSONBuffer(capacity: 1)
    }

    var place: Place { Place(depth: containers.count, offset: buffer.count) }

    /// Opens the container that a value is, or goes on with it when it is open already.
    func open(_ place: Place, _ opening: UInt8, _ closing: UInt8) {
        if isHere(place) {
            containers.append(Container(closing: closing, offset: place.offset))
            buffer.append(opening)
        } else if !isOpen(place) || containers[place.depth].closing != closing {
            isOutOfOrder = true
        }
    }

    /// The number of elements of an open container.
    func count(_ place: Place) -> Int {
        guard isOpen(place) else {
            isOutOfOrder = true
            return 0
        }
        return containers[place.depth].count
    }

    /// Begins an element of an open container; what was open within it is finished.
    func beginElement(of place: Place) {
        guard isOpen(place) else {
            isOutOfOrder = true
            return
        }
        finish(depth: place.depth + 1)
        if containers[place.depth].count > 0 { buffer.append(UInt8(ascii: ",")) }
        containers[place.depth].count += 1
        lastStart = buffer.count
    }

    /// Begins a member of an open object.
    func beginMember(of place: Place, _ key: some CodingKey) {
        beginElement(of: place)
        buffer.append(key.stringValue)
        buffer.append(UInt8(ascii: ":"))
        lastStart = buffer.count
    }

    /// Checks that a value was not begun yet.
    func beginScalar(_ place: Place) {
        if !isHere(place) { isOutOfOrder = true }
    }

    /// Closes what is open deeper than this.
    func finish(depth: Int) {
        if buffer.count == lastStart { buffer.append(literal: "null") }
        while containers.count > depth, let container = containers.popLast() { buffer.append(container.closing) }
    }

    private func isHere(_ place: Place) -> Bool {
        buffer.count == place.offset && containers.count == place.depth
    }

    private func isOpen(_ place: Place) -> Bool {
        place.depth < containers.count && containers[place.depth].offset == place.offset
    }
}

extension JSONStream {
    func write(_ number: some BinaryFloatingPoint & CustomStringConvertible, _ path: () -> [any CodingKey]) throws {
        guard number.isFinite else { throw JSONLineEncoder.NotFinite(path()) }
        if let double = number as? Double {
            buffer.append(double)
        } else {
            buffer.append(plain: number.description)
        }
    }

    /// Writes a value at the place where the stream is.
    func write<Value: Encodable>(_ value: Value, _ path: () -> [any CodingKey]) throws {
        // The type is compared before the cast: that is much cheaper than a cast that fails.
        if Value.self == String.self, let text = value as? String {
            buffer.append(text)
        } else if Value.self == Int.self, let number = value as? Int {
            buffer.append(Int64(number))
        } else if Value.self == UInt64.self, let number = value as? UInt64 {
            buffer.append(number)
        } else if Value.self == Double.self, let number = value as? Double {
            try write(number, path)
        } else if Value.self == Bool.self, let flag = value as? Bool {
            buffer.append(literal: flag ? "true" : "false")
        } else if Value.self == Date.self, let date = value as? Date {
            try write(date.timeIntervalSince1970, path)
        } else if Value.self == URL.self, let address = value as? URL {
            buffer.append(address.absoluteString)
        } else {
            try writeOther(value, path)
        }
    }

    private func writeOther<Value: Encodable>(_ value: Value, _ path: () -> [any CodingKey]) throws {
        if Value.self == Float.self, let number = value as? Float {
            return try write(number, path)
        } else if Value.self == Data.self, let data = value as? Data {
            return buffer.append(data.base64EncodedString())
        } else if Value.self == RawJSON.self, let json = value as? RawJSON {
            return buffer.append(plain: json.text)
        } else if Value.self == Decimal.self, let number = value as? Decimal {
            return buffer.append(plain: number.description)
        }
        // A cast that fails is slow, and what is larger than the largest integer is neither that nor a dictionary.
        let isSmall = MemoryLayout<Value>.size <= 16
        if isSmall, let number = value as? any BinaryInteger & Encodable {
            return buffer.append(plain: String(number))
        }
        if isSmall, value is any StringKeyed {
            let node = JSONNode()
            do {
                try NodeEncoder(node: node, codingPath: path()).encode(value)
            } catch {
                // Whoever catches this gets what the tree makes of it.
                isOutOfOrder = true
                throw error
            }
            return node.write(to: &buffer)
        }
        let place = place
        lastStart = place.offset
        try value.encode(to: StreamEncoder(stream: self, place: place, codingPath: path()))
        finish(depth: place.depth)
    }
}
