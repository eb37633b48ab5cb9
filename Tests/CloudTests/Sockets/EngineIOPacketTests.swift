import Core
import Foundation
import Testing

@testable import Cloud

/// The transcript of Engine.IO 4: every kind of packet in both directions, and damaged ones.
struct EngineIOPacketTests {
    private static let transcript: [(text: String, packet: EngineIOPacket)] = [
        (
            #"0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}"#,
            .open(EngineIOHandshake(sid: "lv_VI97HAXpY6yYWAAAC", upgrades: ["websocket"]))
        ),
        (
            #"0{"sid":"a\"b","upgrades":[],"pingInterval":300,"pingTimeout":200,"maxPayload":64}"#,
            .open(
                EngineIOHandshake(
                    sid: "a\"b", pingInterval: .milliseconds(300), pingTimeout: .milliseconds(200), maxPayload: 64))
        ),
        ("1", .close), ("2", .ping("")), ("2probe", .ping("probe")), ("3", .pong("")), ("3probe", .pong("probe")),
        ("4", .message("")), ("4hällo, 안녕", .message("hällo, 안녕")),
        ("42[\"a\",{\"b\":1}]", .message("2[\"a\",{\"b\":1}]")),
        ("b", .binary(Data())), ("bAQIDBA==", .binary(Data([1, 2, 3, 4]))), ("5", .upgrade), ("6", .noop),
    ]

    @Test(arguments: transcript.indices)
    func everyPacketInBothDirections(index: Int) throws {
        let (text, packet) = Self.transcript[index]
        #expect(try EngineIOPacket(text.utf8) == packet)
        #expect(packet.text == text)
    }

    @Test
    func aPayloadHoldsSeveralPackets() throws {
        let body = EngineIOPayload.body(of: Self.transcript.map(\.text))
        #expect(body.filter { $0 == 0x1E }.count == Self.transcript.count - 1)
        #expect(try EngineIOPayload.packets(of: body) == Self.transcript.map(\.packet))
    }

    @Test(arguments: [
        ("", "an empty packet", 0), ("7", "an unknown type of packet", 0), ("hello", "an unknown type of packet", 0),
        ("4a\u{1E}", "an empty packet", 3), ("4a\u{1E}\u{1E}4b", "an empty packet", 3),
        ("4a\u{1E}9", "an unknown type of packet", 3),
        ("4a\u{1E}6x", "something behind a packet that carries nothing", 4),
        ("1 ", "something behind a packet that carries nothing", 1), ("bAQI", "binary data that is not Base64", 1),
        ("b!!!!", "binary data that is not Base64", 1), ("0", "no JSON: cut short: expected a value", 1),
        ("0[", "no JSON: cut short: expected a value", 2), ("0{}", "a handshake without a usable sid", 1),
        (#"0{"sid":""}"#, "a handshake without a usable sid", 1),
        (#"0{"sid":7}"#, "a handshake without a usable sid", 1),
        (#"0{"sid":"a\u000ab"}"#, "a handshake without a usable sid", 1),
        (#"0{"sid":"a","pingTimeout":1}"#, "a handshake whose pingInterval is no time", 1),
        (#"0{"sid":"a","pingInterval":0,"pingTimeout":1}"#, "a handshake whose pingInterval is no time", 1),
        (#"0{"sid":"a","pingInterval":"5","pingTimeout":1}"#, "a handshake whose pingInterval is no time", 1),
        (#"0{"sid":"a","pingInterval":5,"pingTimeout":1e99}"#, "a handshake whose pingTimeout is no time", 1),
        (
            #"4a\#u{1E}0{"sid":"a","pingInterval":5,"pingTimeout":5,"maxPayload":0}"#,
            "a handshake whose maxPayload is no size", 4
        ),
    ])
    func damagedPayloadsAreRefused(body: String, reason: String, offset: Int) {
        #expect(throws: SocketPacketError(reason, at: offset)) { try EngineIOPayload.packets(of: Data(body.utf8)) }
    }

    @Test
    func textThatIsNotUTF8IsRefused() {
        #expect(throws: SocketPacketError("text that is not UTF-8", at: 4)) {
            try EngineIOPayload.packets(of: Data([0x34, 0x61, 0x1E, 0x34, 0xFF]))
        }
    }

    @Test
    func aPayloadOfTooManyPacketsIsRefused() throws {
        let full = EngineIOPayload.body(of: Array(repeating: "6", count: EngineIOPayload.maximumPackets))
        #expect(try EngineIOPayload.packets(of: full).count == EngineIOPayload.maximumPackets)
        #expect(throws: SocketPacketError("too many packets", at: full.count)) {
            try EngineIOPayload.packets(of: full + Data([0x1E, 0x36]))
        }
    }

    @Test
    func aServerThatNamesNoSizeTakesTheUsualOne() throws {
        let packet = try EngineIOPacket(#"0{"sid":"a","upgrades":[],"pingInterval":5,"pingTimeout":5}"#.utf8)
        #expect(
            packet
                == .open(
                    EngineIOHandshake(
                        sid: "a", pingInterval: .milliseconds(5), pingTimeout: .milliseconds(5), maxPayload: 1_000_000))
        )
    }
}
