import Cloud
import Core
import Foundation
import Testing

/// A base address as an `EndpointProvider`.
struct BaseAddressLinkTests {
    private let endpoints: any EndpointProvider

    init() throws {
        endpoints = try BaseAddress(url("https://pictures.example/base"), site: .demo)
    }

    @Test func aLinkIsAskedForAtItsURL() throws {
        let link = try #require(endpoints.link(for: "https://pictures.example/base/a.png?s=%2B"))
        #expect(link == ResourceLink("/a.png?s=%2B", on: .demo))
        let own = try endpoints.request(for: link)
        #expect(own.url.absoluteString == "https://pictures.example/base/a.png?s=%2B")
        #expect(own.url == endpoints.url(for: link))
        #expect(own.method == .get && own.expectation == .data && own.body == nil)
        let foreign = try endpoints.request(for: ResourceLink("https://other.example/b.png", on: .reddit))
        #expect(foreign.url.absoluteString == "https://other.example/b.png")
    }

    @Test(arguments: ["javascript:x", "//other.example/x", "https://user:secret@other.example/x", "http://127.0.0.1/x"])
    func aLinkThatMustNotBeAskedForIsRefused(_ text: String) {
        let error = #expect(throws: DataError.self) { try endpoints.request(for: ResourceLink(text, on: .demo)) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", true), ("http://127.8.9.10/base", true), ("http://LOCALHOST", true),
        ("http://[::1]:8080", true), ("https://127.0.0.2", true), ("https://127.evil.example", false),
        ("https://pictures.example/127.0.0.1", false), ("https://localhost.example", false),
    ]) func anAddressOfThisMachineIsToldFromOthers(_ text: String, _ isLoopback: Bool) throws {
        #expect(try BaseAddress(url(text), site: .demo).isLoopback == isLoopback)
    }

    @Test func aPathOfAnotherSiteIsRefusedWithAReason() {
        let error = #expect(throws: DataError.self) { try endpoints.request(for: ResourceLink("/a.png", on: .reddit)) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("RoutingEndpointProvider") == true)
    }
}
