import Core
import Foundation
import Mocks
import Testing

struct RawJSONTests {
    @Test(arguments: [
        "{}", "[]", "null", "true", "false", "0", "-0", "1e5", "-12.50E-3", "12345678901234567890.1234567890", #""""#,
        #""\\ \" \/ \b\f\n\r\t \u00e9 \ud83c\udfee é 🏮""#, #"{"b":1,"a":[{"a":{}},[[]],null],"b":2}"#,
    ])
    func aValueIsKeptToTheLastDigit(_ text: String) throws {
        #expect(try RawJSON(text).text == text)
        let spaced = text.contains("\"") ? text : text.replacing(",", with: " ,\n\t").replacing("[", with: "[ ")
        #expect(try RawJSON(" \r\n\(spaced) ").text == text)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1", "[1,]", "[,1]", "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#, "01", "-",
        "1.", ".5", "1e", "+1", "nul", "True", "'a'", #""a"#, #""\x""#, #""\u12g4""#, "\"\n\"", "1 2", "[]]", "NaN",
    ])
    func invalidJSONIsRefused(_ text: String) {
        let error = #expect(throws: DataError.self) { try RawJSON(text) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: ["", "a b", "\u{301}x", "x\u{301}", "🏮"])
    func aStringWithoutEscapesIsReadByteByByte(_ text: String) throws {
        #expect(try RawJSON("\"\(text)\"").string.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func bytesThatAreNoTextAndDeepNestingAreRefused() throws {
        #expect(throws: DataError.self) { try RawJSON(Data([0x22, 0xFF, 0x22])) }
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try RawJSON(deep).text == deep)
        #expect(throws: DataError.self) { try RawJSON("[\(deep)]") }
    }

    @Test func itIsLookedIntoByNamesAndPlaces() throws {
        let json = try RawJSON(
            #"{"s":"a \"b\",{\u00e9","n":-1.5,"i":12,"t":true,"z":null,"l":[1,[2,"],"],{"x":3}],"o":{"n":7},"i":13,"f":2.0}"#
        )
        #expect(json.kind == .object && json.members.map(\.name) == ["s", "n", "i", "t", "z", "l", "o", "i", "f"])
        #expect(json["s"]?.string == "a \"b\",{é")
        #expect(json["n"]?.double == -1.5 && json["n"]?.int == nil && json["f"]?.int == 2)
        #expect(json["i"]?.int == 13, "of several the last")
        #expect(json["t"]?.bool == true && json["z"]?.kind == .null)
        #expect(json["l"]?.elements?.map(\.text) == ["1", #"[2,"],"]"#, #"{"x":3}"#])
        #expect(json["o"]?["n"]?.int == 7 && json["x"] == nil && json["n"]?["x"] == nil)
        #expect(try RawJSON("[]").elements == [] && RawJSON("{}").members.isEmpty)
        #expect(json["s"]?.int == nil && json["n"]?.string == nil && json["n"]?.elements == nil)
        #expect(try RawJSON("12345678901234567890").int == nil && RawJSON("1e999").double == nil)
    }

    @Test func anObjectIsMadeOfNamesAndValues() throws {
        let json = RawJSON(object: [("a \"\\\n\u{1}é", try RawJSON("1")), ("b", try RawJSON("[]"))])
        #expect(json.text == #"{"a \"\\\n\u0001é":1,"b":[]}"#)
        #expect(try RawJSON(json.text) == json && json.members[0].name == "a \"\\\n\u{1}é")
    }

    @Test func otherProgramsReadAndWriteIt() throws {
        let json = try RawJSON(#"{"a":[1,2.5,"x",null,true,{}]}"#)
        let encoded = try JSONEncoder().encode(["value": json])
        #expect(try JSONDecoder().decode([String: RawJSON].self, from: encoded) == ["value": json])
    }
}
