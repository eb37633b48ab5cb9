import Core
import Foundation
import Testing

@testable import Lantern

/// Where the links of a backend lead that has said nothing of its own.
struct PublicLinksTests {
    private static let site = Site(rawValue: "pictures")

    private func links(_ address: String? = nil) -> PublicLinks {
        PublicLinks(
            SiteProfile(site: Self.site, publicAddress: address.flatMap { URL(string: $0) }, defaultSort: nil))
    }

    private func link(_ text: String, on site: Site = PublicLinksTests.site) -> ResourceLink {
        ResourceLink(text, on: site)
    }

    @Test func aPathBelongsToThePublicAddress() throws {
        let links = links("https://pictures.example.com")
        let url = "https://pictures.example.com/img/1.png?size=2"
        #expect(links.url(for: link("/img/1.png?size=2"))?.absoluteString == url)
        #expect(try links.request(for: link("/img/1.png?size=2")).url.absoluteString == url)
        #expect(links.link(for: url) == link("/img/1.png?size=2"), "and back")
        #expect(links.link(for: "https://other.example.com/1.png") == link("https://other.example.com/1.png"))
    }

    @Test(arguments: [nil, "http://pictures.example.com"])
    func withoutAnAddressThatMayBeAskedAPathLeadsNowhere(_ address: String?) throws {
        let links = links(address)
        #expect(links.url(for: link("/img/1.png")) == nil && links.link(for: "/img/1.png") == nil)
        let error = #expect(throws: DataError.self) { try links.request(for: link("/img/1.png")) }
        #expect(error?.code == .invalidInput && error?.message.contains("pictures") == true)
    }

    @Test(arguments: [nil, "https://pictures.example.com"])
    func aWholeURLLeadsWhereItSays(_ address: String?) throws {
        let links = links(address)
        for text in ["https://i.example.com/a%2Fb.png?s=1", "http://i.example.com:8080/a.png"] {
            #expect(links.url(for: link(text))?.absoluteString == text)
            #expect(links.link(for: text) == link(text))
        }
        let text = "https://i.example.com/a.png"
        #expect(try links.request(for: link(text)).url.absoluteString == text)
    }

    @Test(arguments: [nil, "https://pictures.example.com"])
    func linksWithAUserOrPasswordAreRefused(_ address: String?) {
        let error = #expect(throws: DataError.self) {
            try links(address).request(for: link("https://ann:secret@i.example.com/a.png"))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [nil, "https://pictures.example.com"])
    func anInvalidLinkHasNoURL(_ address: String?) {
        let links = links(address)
        for text in ["javascript:alert(1)", "file:///etc/hosts", "mailto:ann@example.com", "//i.example.com/a.png"] {
            #expect(links.url(for: link(text)) == nil, "\(text)")
            #expect(throws: DataError.self, "\(text)") { try links.request(for: link(text)) }
        }
        for text in ["javascript:alert(1)", "file:///etc/hosts", "mailto:ann@example.com", ""] {
            #expect(links.link(for: text) == nil, "\(text)")
        }
    }

    @Test(arguments: [nil, "https://pictures.example.com"])
    func nothingOnThisDeviceIsAskedFor(_ address: String?) {
        let links = links(address)
        for text in ["https://127.0.0.1:8443/a.png", "https://localhost/a.png", "http://[::1]/a.png"] {
            let error = #expect(throws: DataError.self, "\(text)") { try links.request(for: link(text)) }
            #expect(error?.message.contains("this device") == true, "\(text)")
        }
        #expect(throws: DataError.self) { try links.request(for: link("https://:secret@i.example.com/a.png")) }
    }

    @Test func plainHTTPIsToldApartFromAMissingAddress() throws {
        // What sends requests refuses it, and says why.
        let url = try links().request(for: link("http://i.example.com/a.png")).url
        #expect(url.absoluteString == "http://i.example.com/a.png")
    }

    @Test func aPathOfAnotherSiteIsNotAskedForHere() {
        let links = links("https://pictures.example.com")
        #expect(links.url(for: link("/img/1.png", on: .demo)) == nil)
        #expect(throws: DataError.self) { try links.request(for: link("/img/1.png", on: .demo)) }
    }
}
