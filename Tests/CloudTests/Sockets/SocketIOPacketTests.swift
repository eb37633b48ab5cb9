import Core
import Foundation
import Testing

@testable import Cloud

/// The transcript of Socket.IO 5: every kind of packet in both directions, and damaged ones.
struct SocketIOPacketTests {
    private static func json(_ text: String) throws -> RawJSON { try RawJSON(text) }

    private static let transcript: [(text: String, packet: SocketIOPacket)] = [
        ("0", SocketIOPacket(.connect)),
        (#"0{"token":"123"}"#, SocketIOPacket(.connect, payload: RawJSON(compact: #"{"token":"123"}"#))),
        ("0/admin,", SocketIOPacket(.connect, in: "/admin")),
        (
            #"0/admin,{"sid":"oSO0OpakMV_3jnilAAAA"}"#,
            SocketIOPacket(.connect, in: "/admin", payload: RawJSON(compact: #"{"sid":"oSO0OpakMV_3jnilAAAA"}"#))
        ),
        ("0/admin?a=b?c,", SocketIOPacket(.connect, in: "/admin", query: "a=b?c")),
        ("0/?a=b,{}", SocketIOPacket(.connect, query: "a=b", payload: RawJSON(compact: "{}"))),
        ("1", SocketIOPacket(.disconnect)), ("1/admin,", SocketIOPacket(.disconnect, in: "/admin")),
        (#"2["foo"]"#, SocketIOPacket(.event, payload: RawJSON(compact: #"["foo"]"#))),
        (
            #"2/chats-12,["chat",{"chat_id":"1"},null]"#,
            SocketIOPacket(.event, in: "/chats-12", payload: RawJSON(compact: #"["chat",{"chat_id":"1"},null]"#))
        ),
        (#"212["foo"]"#, SocketIOPacket(.event, id: 12, payload: RawJSON(compact: #"["foo"]"#))),
        (#"2/admin,0["foo"]"#, SocketIOPacket(.event, in: "/admin", id: 0, payload: RawJSON(compact: #"["foo"]"#))),
        ("3/admin,13[]", SocketIOPacket(.acknowledgement, in: "/admin", id: 13, payload: RawJSON(compact: "[]"))),
        (#"37["bar",1]"#, SocketIOPacket(.acknowledgement, id: 7, payload: RawJSON(compact: #"["bar",1]"#))),
        (
            #"4/admin,{"message":"Not authorized"}"#,
            SocketIOPacket(.connectError, in: "/admin", payload: RawJSON(compact: #"{"message":"Not authorized"}"#))
        ),
        (#"4"no""#, SocketIOPacket(.connectError, payload: RawJSON(compact: #""no""#))),
        (
            #"51-["baz",{"_placeholder":true,"num":0}]"#,
            SocketIOPacket(
                .binaryEvent, payload: RawJSON(compact: #"["baz",{"_placeholder":true,"num":0}]"#), attachmentCount: 1)
        ),
        (
            #"52-/admin,3["baz",{"_placeholder":true,"num":1}]"#,
            SocketIOPacket(
                .binaryEvent, in: "/admin", id: 3, payload: RawJSON(compact: #"["baz",{"_placeholder":true,"num":1}]"#),
                attachmentCount: 2)
        ),
        (
            #"61-/admin,456[{"_placeholder":true,"num":0}]"#,
            SocketIOPacket(
                .binaryAcknowledgement, in: "/admin", id: 456,
                payload: RawJSON(compact: #"[{"_placeholder":true,"num":0}]"#), attachmentCount: 1)
        ),
    ]

    @Test(arguments: transcript.indices)
    func everyPacketInBothDirections(index: Int) throws {
        let (text, packet) = Self.transcript[index]
        #expect(try SocketIOPacket(text) == packet)
        #expect(packet.text == text)
    }

    @Test
    func everyKindIsInTheTranscript() {
        #expect(Set(Self.transcript.map(\.packet.kind)) == Set(SocketIOPacket.Kind.allCases))
    }

    @Test(arguments: [
        ("", "an unknown type of packet", 0), ("7[]", "an unknown type of packet", 0),
        ("x", "an unknown type of packet", 0),
        ("0[]", "a payload that is no object", 1), ("0/a,1{}", "an id where there is nothing to acknowledge", 4),
        ("2", "an event that is no array with a name at its beginning", 1),
        ("2{}", "an event that is no array with a name at its beginning", 1),
        ("2[]", "an event that is no array with a name at its beginning", 1),
        ("2[1]", "an event that is no array with a name at its beginning", 1),
        (#"2/a,["b""#, "no JSON: cut short: expected ',' or ']'", 8),
        (#"2/a,["b"]x"#, "no JSON: something behind the end", 9),
        ("2/a", "an event that is no array with a name at its beginning", 3),
        ("3[]", "an acknowledgement without an id", 1), ("31{}", "an acknowledgement that is no array", 2),
        ("31", "an acknowledgement that is no array", 2),
        ("21234567890123456[]", "a number with too many digits", 1),
        ("5[\"a\"]", "a binary packet without its number of attachments", 1),
        ("51[\"a\"]", "a binary packet without its number of attachments", 1),
        ("50-[\"a\"]", "0 attachments, where 1 to 64 may be", 1),
        ("565-[\"a\"]", "65 attachments, where 1 to 64 may be", 1),
    ])
    func damagedPacketsAreRefused(text: String, reason: String, offset: Int) {
        #expect(throws: SocketPacketError(reason, at: offset)) { try SocketIOPacket(text) }
    }

    @Test
    func attachmentsAreJoinedWithTheirPlaceholders() throws {
        var decoder = SocketIODecoder()
        #expect(
            try decoder.add(#"52-/a,["pic",{"in":[{"_placeholder":true,"num":1}]},{"_placeholder":true,"num":0}]"#)
                == nil)
        #expect(try decoder.add(Data([1])) == nil)
        let (packet, attachments) = try #require(try decoder.add(Data([2, 3])))
        let arguments = SocketArguments(
            Array(try #require(packet.payload?.elements).dropFirst()), attachments: attachments)
        let nested = try #require(arguments.values[0]["in"]?.elements?.first)
        #expect(arguments.data(of: nested) == Data([2, 3]))
        #expect(arguments.data(of: arguments.values[1]) == Data([1]))
        #expect(arguments.data(of: arguments.values[0]) == nil)
        // The next packet stands alone again.
        #expect(try decoder.add(#"2["a"]"#) != nil)
    }

    @Test
    func attachmentsWithoutAPlaceAreRefused() throws {
        var decoder = SocketIODecoder(maximumBytes: 3)
        #expect(throws: SocketPacketError("an attachment without a packet", at: 0)) { try decoder.add(Data([1])) }
        for number in ["1", "-1", "\"0\"", "null"] {
            #expect(throws: SocketPacketError("a placeholder for an attachment that there is not", at: 0)) {
                try decoder.add(#"51-["a",[{"_placeholder":true,"num":\#(number)}]]"#)
            }
        }
        _ = try decoder.add(#"52-["a",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#)
        #expect(throws: SocketPacketError("a text where an attachment is due", at: 0)) { try decoder.add(#"2["a"]"#) }
        _ = try decoder.add(Data([1, 2]))
        #expect(throws: SocketPacketError("attachments that are larger than 3 bytes", at: 0)) {
            try decoder.add(Data([3, 4]))
        }
    }

    @Test
    func argumentsAreDecoded() throws {
        struct Message: Decodable, Equatable { let id: Int }
        let arguments = SocketArguments([try RawJSON(#"{"id":3}"#), try RawJSON("\"x\"")])
        #expect(try arguments.decoded(Message.self) == Message(id: 3))
        #expect(try arguments.decoded(String.self, at: 1) == "x")
        #expect(throws: DataError.self) { try arguments.decoded(Message.self, at: 1) }
        #expect(throws: DataError.self) { try arguments.decoded(Message.self, at: 2) }
    }
}
