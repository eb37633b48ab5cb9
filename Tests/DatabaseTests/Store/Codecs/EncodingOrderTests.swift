import Foundation
import Testing

@testable import Database

/// Types whose encoding jumps about: each is the same bytes as the tree of its containers.
struct EncodingOrderTests {
    private enum Key: String, CodingKey { case a, b, c }

    private struct Closure: Encodable {
        let body: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private func text(_ body: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
        let value = ["x": [Closure(body: body)]].values.first
        let bytes = try JSONLineEncoder().encode(value)
        let root = JSONNode()
        try NodeEncoder(node: root, codingPath: []).encode(value)
        var buffer = JSONBuffer()
        root.write(to: &buffer)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: buffer.bytes, as: UTF8.self))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aValueThatWritesNothingIsNull() throws {
        #expect(try text { _ in } == "[null]")
        #expect(try text { _ = $0.container(keyedBy: Key.self) } == "[{}]")
        #expect(try text { _ = $0.unkeyedContainer() } == "[[]]")
        #expect(
            try text { encoder in
                var object = encoder.container(keyedBy: Key.self)
                _ = object.superEncoder(forKey: .a)
                try object.encode(1, forKey: .b)
                _ = object.superEncoder(forKey: .c)
            } == #"[{"a":null,"b":1,"c":null}]"#)
    }

    @Test func aContainerThatIsAskedForTwiceGoesOn() throws {
        #expect(
            try text { encoder in
                var first = encoder.container(keyedBy: Key.self)
                try first.encode(1, forKey: .a)
                var second = encoder.container(keyedBy: Key.self)
                try second.encode(2, forKey: .b)
                try first.encode(3, forKey: .c)
            } == #"[{"a":1,"b":2,"c":3}]"#)
    }

    @Test func aContainerThatIsFilledLateKeepsItsPlace() throws {
        #expect(
            try text { encoder in
                var object = encoder.container(keyedBy: Key.self)
                var list = object.nestedUnkeyedContainer(forKey: .a)
                try list.encode("x")
                try object.encode(2, forKey: .b)
                var other = object.nestedUnkeyedContainer(forKey: .c)
                try list.encode("y")
                try other.encode(list.count)
            } == #"[{"a":["x","y"],"b":2,"c":[2]}]"#)
    }

    @Test func aSecondSingleValueTakesThePlaceOfTheFirst() throws {
        #expect(
            try text { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode("two")
            } == #"["two"]"#)
    }

    @Test func aCaughtEncodingErrorKeepsWhatWasWritten() throws {
        #expect(
            try text { encoder in
                var object = encoder.container(keyedBy: Key.self)
                // The type takes care of it itself.
                try? object.encode(Double.nan, forKey: .a)
                try? object.encode(["k": [1, Double.nan]], forKey: .b)
                try? object.encode([[1.5], [Double.infinity]], forKey: .c)
            } == #"[{"a":null,"b":{"k":[1.0,null]},"c":[[1.5],[null]]}]"#)
    }

    @Test func nestedContainersOfAllKindsCloseInOrder() throws {
        #expect(
            try text { encoder in
                var list = encoder.unkeyedContainer()
                var object = list.nestedContainer(keyedBy: Key.self)
                try object.encode(Float(0.1), forKey: .a)
                var inner = object.nestedContainer(keyedBy: Key.self, forKey: .b)
                try inner.encodeNil(forKey: .a)
                try list.encodeNil()
                try list.superEncoder().singleValueContainer().encodeSame(Data([1, 2]))
                try list.encode(Decimal(string: "12.50"))
                try list.encode(UInt64.max)
                try list.encode(Int8(-3))
            } == #"[[{"a":0.1,"b":{"a":null}},null,"AQI=",12.5,18446744073709551615,-3]]"#)
    }
}

extension SingleValueEncodingContainer {
    fileprivate func encodeSame(_ value: some Encodable) throws {
        var container = self
        try container.encode(value)
    }
}
