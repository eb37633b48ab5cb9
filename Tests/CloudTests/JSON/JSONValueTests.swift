import Core
import Foundation
import Testing

@testable import Cloud

struct JSONValueTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

    @Test(arguments: [
        "", " ", "{", "[", "}", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"", "{\"a\":", "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{\"a\" 1}", "{1:1}", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\n\"", "\"\u{1}\"", "tru", "nul", "True", "NaN", "01", "-", "+1", "1.", ".5", "1e", "1e+",
        "0x10", "1 2", "[1]]", "{}{}", "'a'", "\u{0}", "[1]\u{0}", "// c", "[1] x", "<html>", "-01", "2.e3", "[\"a\",",
    ])
    func invalidJSONIsRefused(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test(arguments: [
        "null", "true", " false ", "0", "-0", "-1.5e-3", "1E9", "\"\"", "[]", "{}", "[ ]", "{ }", "[[],{}]",
        "{\"a\":{\"b\":[1,{}]},\"c\":null}", "\t[\r\n1 , 2 ]", "\u{FEFF}{}", "\"\u{7F}\"",
    ])
    func validJSONIsAccepted(_ text: String) throws {
        _ = try parse(text)
    }

    @Test func everyCutOfADocumentIsRefused() throws {
        let whole = Array(#"{"a":[1,2.5,{"b":"x\u00e9\n"}],"c":true,"d":null}"#.utf8)
        _ = try JSONValue(parsing: Data(whole))
        for end in 0..<whole.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Data(whole[..<end])) }
        }
    }

    @Test func stringsAreUnescaped() throws {
        let value = try parse(#"["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u20AC\uD83D\uDE00", "한글 😀", "\u0000"]"#)
        let strings = value.elements?.map(\.string)
        #expect(strings == ["\"\\/\u{8}\u{C}\n\r\t", "Aé€😀", "한글 😀", "\u{0}"])
    }

    @Test(arguments: [#""\ud83d""#, #""\ud83dx""#, #""\ude00\ud83d""#, #""\ud83d\n""#, #""\ud83d\ud83d""#])
    func halfOfASurrogatePairIsReplaced(_ text: String) throws {
        #expect(try parse(text).string?.contains("\u{FFFD}") == true)
    }

    @Test func aStringThatIsNotUTF8CostsOnlyItself() throws {
        let value = try JSONValue(parsing: Data(#"{"a":""#.utf8) + [0xFF, 0xC0] + Data(#"","b":"ok"}"#.utf8))
        #expect(value["a"] != nil)
        #expect(value["a"]?.string == nil)
        #expect(value["b"]?.string == "ok")
    }

    @Test(arguments: [
        ("12", 12, 12.0), ("-7", -7, -7), ("12.0", 12, 12), ("12.9", 12, 12.9), ("-12.9", -12, -12.9),
        ("1e3", 1000, 1000),
        (#""34""#, 34, 34), (#""34.5""#, 34, 34.5), ("0", 0, 0),
        ("123456789012345678", 123_456_789_012_345_678, 1.2345678901234568e17),
    ])
    func numbersComeInManyForms(_ text: String, _ int: Int, _ double: Double) throws {
        let value = try parse(text)
        #expect(value.int == int)
        #expect(value.double == double)
    }

    @Test(arguments: [
        "null", "true", "[]", #""""#, #""abc""#, #""nan""#, #""inf""#, #""0x10""#, #"" 1""#, #""1 ""#, #""01""#,
        "1e999",
    ])
    func aValueThatIsNoNumberIsNil(_ text: String) throws {
        let value = try parse(text)
        #expect(value.int == nil)
        #expect(value.double == nil)
    }

    @Test func aNumberThatDoesNotFitAnIntIsStillADouble() throws {
        let value = try parse("99999999999999999999")
        #expect(value.int == nil)
        #expect(value.double == 1e20)
    }

    /// Watches have `Int`s of 32 bits, and a long number from a server must not end an app there.
    @Test(
        arguments: [
            ("2147483647", Int32.max), ("-2147483648", .min), ("2147483648", nil), ("-2147483649", nil),
            ("9999999999", nil),
            ("123456789012345678", nil), ("1e10", nil), ("1e9", 1_000_000_000), ("-0", 0),
            ("99999999999999999999", nil),
        ] as [(String, Int32?)])
    func aNumberThatDoesNotFitASmallIntIsNone(_ text: String, _ expected: Int32?) {
        Array(text.utf8).withUnsafeBufferPointer { #expect(JSONText.int($0, as: Int32.self) == expected) }
    }

    @Test func membersAreFoundByName() throws {
        let value = try parse(#"{"a":{"b":1,"c":[2]},"b":3,"\u0063":4,"n":null,"a b":5,"b":6}"#)
        #expect(value["a"]?["b"]?.int == 1)
        #expect(value["a"]?["c"]?.elements?.first?.int == 2)
        #expect(value["b"]?.int == 6, "of two, the last counts")
        #expect(value["c"]?.int == 4, "a name may be escaped")
        #expect(value["n"] == nil)
        #expect(value["x"] == nil)
        #expect(value["a b"]?.int == 5)
        #expect(value["a"]?["b"]?["c"] == nil)
    }

    @Test(arguments: ["[", "{\"a\":"]) func nestingWithoutEndIsRefusedAndNotACrash(_ opening: String) {
        let error = #expect(throws: JSONError.self) { try parse(String(repeating: opening, count: 100_000)) }
        #expect(error?.reason == "nested too deeply")
    }

    @Test func nestingUpToTheBoundIsTaken() throws {
        let depth = JSONParser.maximumDepth
        _ = try parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }

    @Test(arguments: 0..<40) func aFlippedByteNeverCrashes(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var bytes = Array(#"{"kind":"Listing","data":{"after":"t3_\u00e9","children":[{"n":-1.5e3,"b":true}]}}"#.utf8)
        for _ in 0..<50 {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            guard let value = try? JSONValue(parsing: Data(bytes)) else { continue }  // Refusing is fine.
            _ = value["data"]?["children"]?.elements?.first?["n"]?.double
            _ = value["data"]?["after"]?.string
        }
    }

    @Test func aTextWithMoreValuesThanAnybodySendsIsRefused() throws {
        let text = "[" + String(repeating: "0,", count: JSONParser.maximumValues - 1) + "0]"
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.reason == "too many values")
    }
}
